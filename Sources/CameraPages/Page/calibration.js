// A calibration without a shell, and the scene of a simulated camera.
import { Latest, on, send } from "./connection.js";
import { Slider } from "./controls.js";

const element = (id) => document.getElementById(id);
const numbers = "x, y";

// Choices of a list, made once.
function offer(id, values) {
  const place = element(id);
  const key = values.join();
  if (place.dataset.shown === key) return place;
  place.dataset.shown = key;
  place.replaceChildren(...values.map((value) => new Option(value, value)));
  return place;
}

element("card-light").addEventListener("change", (event) => (element("card-numbers").hidden = event.target.value !== numbers));
element("take-card").addEventListener("click", () => {
  const name = element("card-light").value;
  send("add-card", name === numbers
    ? { x: Number(element("card-x").value), y: Number(element("card-y").value) }
    : { illuminant: name });
});
element("make-curve").addEventListener("click", () => send("make-profile", { from: "cards" }));
element("make-refined").addEventListener("click", () => send("make-profile", { from: "profile" }));

function showCalibration(calibration) {
  element("calibration-panel").hidden = !calibration;
  if (!calibration) return;
  offer("card-light", [...calibration.illuminants, numbers]);
  const cards = element("cards");
  const key = JSON.stringify(calibration.cards);
  if (cards.dataset.shown !== key) {
    cards.dataset.shown = key;
    cards.replaceChildren(...calibration.cards.map((card, index) => {
      const item = document.createElement("li");
      const text = document.createElement("span");
      text.className = card.verdict === "ok" ? "good" : "bad";
      const gains = card.gains ? `, gains ${[card.gains.red, card.gains.green, card.gains.blue].map((gain) => gain.toFixed(3)).join(" ")}` : "";
      text.textContent = `${card.light}, ${card.temperature.toFixed(0)} K: ${card.verdict}${gains}${card.reasons ? `, ${card.reasons.join("; ")}` : ""}`;
      const remove = document.createElement("button");
      remove.type = "button";
      remove.textContent = "Remove";
      remove.setAttribute("aria-label", `Remove card ${index + 1}, ${card.light}`);
      remove.addEventListener("click", () => send("remove-card", { index }));
      item.append(text, " ", remove);
      return item;
    }));
  }
  element("make-refined").hidden = !calibration.canRefine;
  element("get-profile").hidden = !calibration.hasProfile;
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
const setScene = (change) => scene && sceneSender.send({ light: scene.light || "D65", brightness: scene.brightness, ...change });
const brightness = new Slider("scene-brightness", {
  label: "Brightness", low: 0.02, high: 8, scale: "logarithmic", digits: 2, change: (value) => setScene({ brightness: value }),
});
element("scene-light").addEventListener("change", (event) => setScene({ light: event.target.value }));
element("plug").addEventListener("click", () => scene && send(scene.isPluggedIn ? "unplug" : "plug-in"));

function showScene(shown) {
  scene = shown ?? null;
  element("scene-panel").hidden = !shown;
  if (!shown) return;
  const light = offer("scene-light", shown.light ? shown.lights : ["", ...shown.lights]);
  if (document.activeElement !== light) light.value = shown.light;
  brightness.show(shown.brightness, "");
  const text = shown.isPluggedIn ? "Unplug" : "Plug in";
  if (element("plug").textContent !== text) element("plug").textContent = text;
}

on("state", (state) => {
  showCalibration(state.calibration);
  showScene(state.camera.scene);
});
