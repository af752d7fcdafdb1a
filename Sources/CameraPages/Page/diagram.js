// The light on the chromaticity diagram, and its temperature over the last minute.
import { on } from "./connection.js";

const element = (id) => document.getElementById(id);
const minute = 60;

// CIE 1931 x, y, from candles to blue sky, in one scale on both axes.
const view = { left: 0.22, right: 0.62, low: 0.22, high: 0.46 };
const width = 400;
const height = (width * (view.high - view.low)) / (view.right - view.left);
const across = (x) => (width * (x - view.left)) / (view.right - view.left);
const down = (y) => (height * (view.high - y)) / (view.high - view.low);

function make(name, attributes, text) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  if (text !== undefined) node.textContent = text;
  return node;
}

const line = (places) => places.map(([x, y]) => `${across(x).toFixed(1)},${down(y).toFixed(1)}`).join(" ");

let history = [];
// The time of the last frame, on the camera's clock, and whether frames come and are measured.
let [now, isRunning, isMeasured] = [0, false, false];
// The profile of the history, and the profile and limit of the diagram that is shown and of the one being loaded.
let [profile, edge, drawing] = [];
const trail = make("polyline", { class: "trail" });
const dot = make("circle", { class: "light", r: 5, cx: -9, cy: -9 });

async function draw(wanted) {
  drawing = wanted;
  const answer = await fetch("/diagram.json").catch(() => null);
  const known = answer?.ok ? await answer.json().catch(() => null) : null;
  // An answer that comes late is not for what is wanted now.
  if (drawing !== wanted) return;
  drawing = undefined;
  if (!known) return;
  edge = wanted;
  const diagram = element("diagram");
  diagram.setAttribute("viewBox", `0 0 ${width} ${height}`);
  const grid = [];
  for (let x = 0.25; x < view.right; x += 0.05) {
    grid.push(make("line", { class: "grid", x1: across(x), x2: across(x), y1: 0, y2: height }));
    // The last line is too near to the edge for a number.
    if (across(x + 0.04) < width) grid.push(make("text", { class: "tick", x: across(x) + 2, y: height - 3 }, x.toFixed(2)));
  }
  for (let y = 0.25; y < view.high; y += 0.05) {
    grid.push(make("line", { class: "grid", x1: 0, x2: width, y1: down(y), y2: down(y) }));
    grid.push(make("text", { class: "tick", x: 2, y: down(y) - 3 }, y.toFixed(2)));
  }
  const marks = known.isotherms.flatMap(([kelvin, x1, y1, x2, y2]) => [
    make("line", { class: "isotherm", x1: across(x1), y1: down(y1), x2: across(x2), y2: down(y2) }),
    make("text", { class: "mark", x: across(x1) + 3, y: down(y1) + 9 }, `${kelvin} K`),
  ]);
  diagram.replaceChildren(
    ...grid,
    ...known.edge.map((part) => make("polyline", { class: "edge", points: line(part) })),
    ...marks,
    make("polyline", { class: "locus", points: line(known.planckian.map(([, x, y]) => [x, y])) }),
    make("polyline", { class: "daylight", points: line(known.daylight.map(([, x, y]) => [x, y])) }),
    trail, dot,
  );
  // What came before the page was opened, and what has come since.
  history = [...known.history.filter(([time]) => !history.length || time < history[0][0]), ...history];
  show();
}

// Draws the trail of lights, and a dot for the present light. Where nothing is measured at present, there is no dot.
function show() {
  const end = Math.max(now, history.at(-1)?.[0] ?? 0);
  history = history.filter(([time]) => end - time <= minute);
  trail.setAttribute("points", line(history.map(([, x, y]) => [x, y])));
  const light = isMeasured ? history.at(-1) : undefined;
  dot.toggleAttribute("hidden", !light);
  let label = "Chromaticity diagram of the light";
  if (light) {
    dot.setAttribute("cx", across(light[1]));
    dot.setAttribute("cy", down(light[2]));
    label = `Chromaticity diagram: the light is at x ${light[1].toFixed(3)}, y ${light[2].toFixed(3)}`;
  }
  element("diagram").setAttribute("aria-label", label);
  showHistory(end);
}

// Temperatures as mired, which look alike; at least a span of 40, so that noise stays small.
function showHistory(end) {
  const [wide, tall, margin] = [400, 90, 14];
  const chart = element("history");
  chart.setAttribute("viewBox", `0 0 ${wide} ${tall}`);
  const places = history.filter(([, , , kelvin]) => kelvin > 0).map(([time, , , kelvin]) => [time - end, 1e6 / kelvin]);
  if (!places.length) {
    chart.replaceChildren();
    chart.setAttribute("aria-label", "Temperature of the light over the last minute");
    return;
  }
  const mired = places.map(([, value]) => value);
  const middle = (Math.min(...mired) + Math.max(...mired)) / 2;
  const half = Math.max((Math.max(...mired) - Math.min(...mired)) / 2 + 5, 20);
  const x = (time) => wide * (1 + time / minute);
  const y = (value) => margin + ((tall - 2 * margin) * (value - middle + half)) / (2 * half);
  const kelvin = (value) => `${(Math.round(1e5 / value) * 10).toFixed(0)} K`;
  chart.replaceChildren(
    ...[-45, -30, -15].map((time) => make("line", { class: "grid", x1: x(time), x2: x(time), y1: 0, y2: tall })),
    make("text", { class: "tick", x: 3, y: tall - 3 }, "a minute ago"),
    make("text", { class: "tick", x: wide - 3, y: tall - 3, "text-anchor": "end" }, isRunning ? "now" : "the last frame"),
    make("text", { class: "mark", x: 3, y: 10 }, `${kelvin(Math.max(middle - half, 1))} above, ${kelvin(middle + half)} below`),
    make("polyline", { class: "trail", points: places.map(([time, value]) => `${x(time).toFixed(1)},${y(value).toFixed(1)}`).join(" ") }),
  );
  if (isMeasured) {
    const [time, value] = places.at(-1);
    chart.append(make("circle", { class: "light", r: 3.5, cx: Math.min(x(time), wide - 4), cy: y(value) }));
  }
  chart.setAttribute("aria-label", `Temperature of the light over the last minute, ${kelvin(Math.max(...mired))} to ${kelvin(Math.min(...mired))}`);
}

function add({ time, measurement }, light) {
  // A camera that was opened again may have another clock.
  if (history.length && time < history.at(-1)[0]) history = [];
  if (history.length && time === history.at(-1)[0]) return;
  history.push([time, light.x, light.y, measurement.temperature ?? 0, measurement.tint ?? 0]);
}

let isSlow = false;
// Twice a second is as often as it can be read.
function showSoon() {
  if (isSlow) return;
  isSlow = true;
  setTimeout(() => {
    isSlow = false;
    show();
  }, 500);
}

on("lost", () => {
  [isRunning, isMeasured] = [false, false];
  showSoon();
});

on("state", ({ reading, camera, frame, whiteBalance, calibration }) => {
  element("lights").hidden = !camera.profile;
  if (!camera.profile) return;
  // The edge of what can be balanced is the profile's and the limit's.
  const present = `${camera.profile}, ${calibration?.isInUse}`;
  if (profile !== present) [profile, history] = [present, []];
  const known = `${present}, ${whiteBalance.limit}`;
  if (edge !== known && drawing !== known) draw(known);
  const light = reading?.measurement.chromaticity;
  [now, isRunning, isMeasured] = [frame?.time ?? now, camera.connection === "running", Boolean(light)];
  if (light) add(reading, light);
  showSoon();
});
