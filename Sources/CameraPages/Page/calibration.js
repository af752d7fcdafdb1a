// A calibration without a shell, and the scene of a simulated camera.
import { complain, Latest, on, send } from "./connection.js";
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
const number = (id) => element(id).valueAsNumber;
function light() {
  const name = element("card-light").value;
  if (name in bodies) return { illuminant: `${bodies[name]}${number("card-kelvin")}` };
  return name === numbers ? { x: number("card-x"), y: number("card-y") } : { illuminant: name };
}

// Sends a command with the chosen light. If a field of the light has no number, it shows a message instead.
function take(command, fields = {}) {
  const name = element("card-light").value;
  const ids = name in bodies ? ["card-kelvin"] : name === numbers ? ["card-x", "card-y"] : [];
  const empty = ids.find((id) => !Number.isFinite(number(id)));
  if (empty) {
    complain(`the light has no number for ${empty.replace("card-", "")}`, command);
    element(empty).focus();
    return;
  }
  send(command, { ...light(), ...fields });
}
element("take-card").addEventListener("click", () => take("add-card"));
element("take-chart").addEventListener("click", () => take("add-chart", { corners }));
element("make-matrices").addEventListener("click", () => send("make-profile", { from: "charts" }));

// Whether the panel shows charts instead of gray cards. Measurements of the other kind are kept, and are hidden.
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

// The heading of the panel. It gets the focus when the focused button disappears and no other button can get it.
const heading = document.querySelector("#calibration-panel > summary");
// For each list's id, the index of the pressed button, if that button had the focus.
const pressed = {};

// A list of what was taken, each with a button that removes it.
function list(id, taken, describe, noun, command) {
  const place = element(id);
  const key = JSON.stringify(taken);
  if (place.dataset.shown === key) return;
  place.dataset.shown = key;
  const buttons = () => [...place.querySelectorAll("button")];
  const focused = pressed[id] ?? buttons().indexOf(document.activeElement);
  delete pressed[id];
  place.replaceChildren(...taken.map((entry, index) => {
    const item = document.createElement("li");
    const text = document.createElement("span");
    text.className = entry.verdict === "ok" ? "good" : "bad";
    text.textContent = `${entry.light}, ${entry.temperature.toFixed(0)} K: ${entry.verdict}${describe(entry)}${entry.reasons ? `, ${entry.reasons.join("; ")}` : ""}`;
    const remove = document.createElement("button");
    remove.type = "button";
    remove.textContent = "Remove";
    remove.setAttribute("aria-label", `Remove ${noun} ${index + 1}, ${entry.light}`);
    // A removal moves the following entries up, so a second click could remove the wrong one. All buttons are
    // disabled until the list is shown again, or until the command fails.
    remove.addEventListener("click", async () => {
      if (document.activeElement === remove) pressed[id] = index;
      for (const button of buttons()) button.disabled = true;
      if (await send(command, { index })) return;
      for (const button of buttons()) button.disabled = false;
      if (pressed[id] === index) remove.focus();
      delete pressed[id];
    });
    item.append(text, " ", remove);
    return item;
  }));
  // The button that had the focus is gone: its neighbour gets it, or the heading.
  if (focused >= 0) (buttons()[Math.min(focused, taken.length - 1)] ?? heading).focus();
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
  const use = element("use-profile");
  const hadFocus = document.activeElement === use;
  use.hidden = !calibration.hasProfile || calibration.isInUse;
  if (use.hidden && hadFocus) (calibration.hasProfile ? element("get-profile") : heading).focus();
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
  label: "Brightness", low: 0.02, high: 8, scale: "logarithmic", digits: 2, sender: sceneSender,
  change: (value) => setScene({ brightness: value }),
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
