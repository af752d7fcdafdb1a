// A calibration without a shell, and the scene of a simulated camera.
import { Latest, on, send } from "./connection.js";
import { corners, showChart } from "./chart.js";
import { Slider } from "./controls.js";

const element = (id) => document.getElementById(id);
const numbers = "x, y";
// Lights that are named by their kelvin, and how the camera is told.
const bodies = { "daylight, K": "daylight:", "black body, K": "" };

// Choices of a list, made once.
function offer(id, values) {
  const place = element(id);
  const key = values.join();
  if (place.dataset.shown === key) return place;
  place.dataset.shown = key;
  place.replaceChildren(...values.map((value) => new Option(value, value)));
  return place;
}

element("card-light").addEventListener("change", ({ target: { value } }) => {
  element("card-numbers").hidden = value !== numbers;
  element("card-kelvins").hidden = !(value in bodies);
});
function light() {
  const name = element("card-light").value;
  if (name in bodies) return { illuminant: `${bodies[name]}${Number(element("card-kelvin").value)}` };
  return name === numbers
    ? { x: Number(element("card-x").value), y: Number(element("card-y").value) }
    : { illuminant: name };
}
element("take-card").addEventListener("click", () => send("add-card", light()));
element("take-chart").addEventListener("click", () => send("add-chart", { ...light(), corners }));
element("make-matrices").addEventListener("click", () => send("make-profile", { from: "charts" }));

// Gray cards or charts: of what is not chosen, what was taken stays, and is out of the way.
let takesCharts = false;
let canRefine = false;
function showSurface() {
  const isOpen = element("calibration-panel").open;
  element("surface-card").setAttribute("aria-pressed", String(!takesCharts));
  element("surface-chart").setAttribute("aria-pressed", String(takesCharts));
  for (const id of ["card-words", "take-card", "cards", "make-curve"]) element(id).hidden = takesCharts;
  for (const id of ["chart-words", "take-chart", "charts", "make-matrices"]) element(id).hidden = !takesCharts;
  element("make-refined").hidden = takesCharts || !canRefine;
  showChart(takesCharts && isOpen);
}
for (const [id, charts] of [["surface-card", false], ["surface-chart", true]]) {
  element(id).addEventListener("click", () => {
    takesCharts = charts;
    showSurface();
  });
}
element("calibration-panel").addEventListener("toggle", showSurface);
element("use-profile").addEventListener("click", () => send("use-profile"));
element("make-curve").addEventListener("click", () => send("make-profile", { from: "cards" }));
element("make-refined").addEventListener("click", () => send("make-profile", { from: "profile" }));

// A list of what was taken, each with a button that removes it.
function list(id, taken, describe, noun, command) {
  const place = element(id);
  const key = JSON.stringify(taken);
  if (place.dataset.shown === key) return;
  place.dataset.shown = key;
  place.replaceChildren(...taken.map((entry, index) => {
    const item = document.createElement("li");
    const text = document.createElement("span");
    text.className = entry.verdict === "ok" ? "good" : "bad";
    text.textContent = `${entry.light}, ${entry.temperature.toFixed(0)} K: ${entry.verdict}${describe(entry)}${entry.reasons ? `, ${entry.reasons.join("; ")}` : ""}`;
    const remove = document.createElement("button");
    remove.type = "button";
    remove.textContent = "Remove";
    remove.setAttribute("aria-label", `Remove ${noun} ${index + 1}, ${entry.light}`);
    // A second click would be for the one that then has this place.
    remove.addEventListener("click", async () => {
      remove.disabled = true;
      remove.disabled = await send(command, { index });
    });
    item.append(text, " ", remove);
    return item;
  }));
}

function showCalibration(calibration) {
  element("calibration-panel").hidden = !calibration;
  if (!calibration) return;
  offer("card-light", [...calibration.illuminants, ...Object.keys(bodies), numbers]);
  const gains = (card) => card.gains ? `, gains ${[card.gains.red, card.gains.green, card.gains.blue].map((gain) => gain.toFixed(3)).join(" ")}` : "";
  list("cards", calibration.cards, gains, "card", "remove-card");
  list(
    "charts", calibration.charts, (chart) => `, ${chart.patches} patches, CIEDE2000 ${chart.difference.toFixed(2)}`, "chart",
    "remove-chart");
  canRefine = calibration.canRefine;
  element("make-refined").hidden = takesCharts || !canRefine;
  element("get-page").hidden = !calibration.hasPage;
  element("get-profile").hidden = !calibration.hasProfile;
  element("use-profile").hidden = !calibration.hasProfile || calibration.isInUse;
  const summary = element("calibration-summary");
  const lines = JSON.stringify(calibration.summary ?? []);
  if (summary.dataset.shown !== lines) {
    summary.dataset.shown = lines;
    summary.replaceChildren(...(calibration.summary ?? []).map((line) => {
      const item = document.createElement("li");
      item.textContent = line;
      return item;
    }));
  }
}

const sceneSender = new Latest("scene");
let scene = null;
const setScene = (change) => scene && sceneSender.send(change);
const brightness = new Slider("scene-brightness", {
  label: "Brightness", low: 0.02, high: 8, scale: "logarithmic", digits: 2, change: (value) => setScene({ brightness: value }),
});
element("scene-light").addEventListener("change", (event) => setScene({ light: event.target.value }));
element("scene-subject").addEventListener("change", (event) => setScene({ subject: event.target.value }));
element("plug").addEventListener("click", () => scene && send(scene.isPluggedIn ? "unplug" : "plug-in"));

function showScene(shown) {
  scene = shown ?? null;
  element("scene-panel").hidden = !shown;
  if (!shown) return;
  const light = offer("scene-light", shown.light ? shown.lights : ["", ...shown.lights]);
  if (document.activeElement !== light) light.value = shown.light;
  const subject = element("scene-subject");
  if (document.activeElement !== subject) subject.value = shown.subject;
  brightness.show(shown.brightness, "");
  const text = shown.isPluggedIn ? "Unplug" : "Plug in";
  if (element("plug").textContent !== text) element("plug").textContent = text;
}

on("state", (state) => {
  showCalibration(state.calibration);
  showScene(state.camera.scene);
});
