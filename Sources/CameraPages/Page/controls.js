// The controls: what was asked for is on the slider, and what the camera did stands beside it.
import { Latest, on, send } from "./connection.js";

const element = (id) => document.getElementById(id);

// Steps of a slider: a thousand are finer than a hand.
const steps = 1000;

// How a slider's way is divided.
export const scales = {
  linear: { to: (value, low, high) => (value - low) / (high - low), from: (way, low, high) => low + way * (high - low) },
  // Equal steps of these two scales look about equal: `reciprocal` for temperatures, and `logarithmic` for gains and
  // exposures.
  reciprocal: {
    to: (value, low, high) => (1 / low - 1 / value) / (1 / low - 1 / high),
    from: (way, low, high) => 1 / (1 / low + way * (1 / high - 1 / low)),
  },
  logarithmic: {
    to: (value, low, high) => Math.log(value / low) / Math.log(high / low),
    from: (way, low, high) => low * (high / low) ** way,
  },
};

// A slider with a number that can be typed, and a line that tells what the camera did.
export class Slider {
  constructor(id, { label, unit = "", low, high, scale = "linear", digits = 0, ends, said, sender, change }) {
    Object.assign(this, { low, high, digits, unit, change, sender, scale: scales[scale], said });
    this.said ??= (value) => `${value.toFixed(digits)}${unit ? ` ${unit}` : ""}`;
    const place = element(id);
    place.innerHTML = `<label for="${id}-range"></label>
      <input id="${id}-number" type="number" inputmode="decimal">
      <input id="${id}-range" type="range" min="0" max="${steps}" step="1">
      <p class="ends quiet"><span></span><output class="numbers" aria-live="off" for="${id}-range ${id}-number"></output><span></span></p>`;
    const name = place.querySelector("label");
    name.textContent = unit ? `${label}, ${unit}` : label;
    this.place = place;
    this.range = place.querySelector("input[type=range]");
    this.number = place.querySelector("input[type=number]");
    this.number.setAttribute("aria-label", unit ? `${label} in ${unit}` : label);
    this.number.step = "any";
    this.output = place.querySelector("output");
    [place.querySelector("span:first-child").textContent, place.querySelector("span:last-child").textContent] = ends ?? ["", ""];
    this.touched = -Infinity;
    this.isHeld = false;
    this.range.addEventListener("pointerdown", () => (this.isHeld = true));
    // The pointer may be released anywhere.
    for (const name of ["pointerup", "pointercancel", "blur"]) addEventListener(name, () => this.release());
    this.range.addEventListener("blur", () => this.release());
    this.range.addEventListener("input", () => this.moved(this.scale.from(this.range.value / steps, this.low, this.high)));
    this.number.addEventListener("change", () => {
      // A field that is empty has no number.
      const value = this.number.valueAsNumber;
      if (Number.isFinite(value)) this.moved(value, true);
    });
    this.setRange(low, high);
  }

  setRange(low, high) {
    [this.low, this.high] = [low, high];
    [this.number.min, this.number.max] = [low, high];
  }

  within(value) {
    return Math.min(Math.max(value, this.low), this.high);
  }

  release() {
    if (!this.isHeld) return;
    this.isHeld = false;
    this.touched = performance.now();
  }

  // Whether a hand is on the slider, or was a moment ago, or its last value is still on its way.
  isTouched() {
    if (this.isHeld && !this.range.matches(":disabled")) return true;
    return Boolean(this.sender?.isBusy) || performance.now() - this.touched < 700;
  }

  // The value is rounded only where it is shown: a step of a key may be less than the last digit.
  moved(value, isTyped = false) {
    const kept = this.within(value);
    this.touched = performance.now();
    this.put(kept, isTyped);
    this.change(kept);
  }

  // A slider that a hand is on is not moved under it.
  show(value, done) {
    if (value !== undefined && value !== null && !this.isTouched()) this.put(value);
    const text = done ?? "";
    if (this.output.textContent !== text) this.output.textContent = text;
  }

  put(value, keepsNumber = false) {
    const way = Math.round(steps * this.scale.to(value, this.low, this.high));
    if (Number(this.range.value) !== way) this.range.value = way;
    this.range.setAttribute("aria-valuetext", this.said(value));
    const text = value.toFixed(this.digits);
    if (!keepsNumber && document.activeElement !== this.number && this.number.value !== text) this.number.value = text;
  }
}

// Buttons of which one is pressed.
export class Choice {
  constructor(id, names, choose) {
    [this.place, this.names, this.choose, this.values] = [element(id), names, choose, ""];
  }

  make(value) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = this.names[value] ?? value;
    button.dataset.value = value;
    button.addEventListener("click", () => this.choose(value));
    return button;
  }

  // In the order of the names, where they have one. A button that is still offered stays, and so keeps the focus.
  show(offered, present) {
    const order = Object.keys(this.names);
    const values = order.length ? order.filter((value) => offered.includes(value)) : offered;
    if (this.values !== values.join()) {
      this.values = values.join();
      for (const button of [...this.place.children]) {
        if (!values.includes(button.dataset.value)) button.remove();
      }
      values.forEach((value, index) => {
        const there = this.place.children[index];
        if (there?.dataset.value !== value) this.place.insertBefore(this.make(value), there ?? null);
      });
      while (this.place.children.length > values.length) this.place.lastElementChild.remove();
    }
    for (const button of this.place.children) {
      button.setAttribute("aria-pressed", String(button.dataset.value === present));
    }
  }
}

/** A number with its sign; one that is shown as zero has none. */
export const signed = (value, digits) => {
  const shown = Math.abs(value).toFixed(digits);
  return Number(shown) === 0 ? shown : `${value < 0 ? "−" : "+"}${shown}`;
};
const kelvin = (value) => `${value.toFixed(0)} K`;
export const seconds = (value) =>
  value < 0.25 ? `1/${(1 / value).toFixed(1 / value < 10 ? 1 : 0)} s` : `${value.toFixed(2)} s`;

// Lists pairs of a name and a value, and touches only what has changed.
export function list(id, pairs) {
  const place = element(id);
  const text = JSON.stringify(pairs);
  if (place.dataset.shown === text) return;
  place.dataset.shown = text;
  place.replaceChildren(...pairs.flatMap(([name, value]) => {
    const [term, description] = [document.createElement("dt"), document.createElement("dd")];
    term.textContent = name;
    description.textContent = value;
    return [term, description];
  }));
}

// White balance

const lightSender = new Latest("light");
const light = { temperature: 5500, tint: 0 };
const setLight = (change) => lightSender.send({ ...Object.assign(light, change) });
const temperature = new Slider("temperature", {
  label: "Temperature", unit: "K", low: 1000, high: 10000, scale: "reciprocal", ends: ["warm", "cool"], said: kelvin,
  sender: lightSender, change: (value) => setLight({ temperature: value }),
});
const tint = new Slider("tint", {
  label: "Tint", low: -150, high: 150, digits: 1, ends: ["magenta", "green"],
  sender: lightSender, change: (value) => setLight({ tint: value }),
});

const gainSender = new Latest("gains");
const gains = { red: 1, green: 1, blue: 1 };
const gainSliders = Object.fromEntries(["red", "green", "blue"].map((name) => [name, new Slider(name, {
  label: name[0].toUpperCase() + name.slice(1), low: 1, high: 4, scale: "logarithmic", digits: 3,
  sender: gainSender, change: (value) => gainSender.send({ ...Object.assign(gains, { [name]: value }) }),
})]));
const limitSender = new Latest("gain-limit");
const limit = new Slider("limit", {
  label: "Largest gain", low: 1, high: 4, scale: "logarithmic", digits: 2,
  sender: limitSender, change: (value) => limitSender.send({ limit: value }),
});
element("policy").addEventListener("change", (event) => send("policy", { policy: event.target.value }));

const whiteBalanceModes = new Choice("wb-modes", { auto: "Auto", once: "Once", locked: "Locked" },
  (mode) => send("white-balance", { mode }));
const presets = new Choice("presets", {}, (name) => {
  const preset = presetLights.find((preset) => preset.name === name);
  if (preset) setLight(preset.light);
});
let presetLights = [];
element("gray-card").addEventListener("click", () => send("gray-card"));
element("gray-world").addEventListener("click", () => send("gray-world"));

function showWhiteBalance(state) {
  const balance = state.whiteBalance;
  element("light-controls").hidden = !state.camera.profile;
  whiteBalanceModes.show(balance.modes, balance.mode);
  element("wb-state").textContent = balance.isAdjusting ? "adjusting" : balance.mode;
  presetLights = state.presets;
  const asked = balance.askedLight ?? balance.light;
  const chosen = presetLights.find(({ light }) => balance.askedLight &&
    light.temperature === balance.askedLight.temperature && light.tint === balance.askedLight.tint);
  presets.show(presetLights.map((preset) => preset.name), chosen?.name);
  // The light of gains may be beyond what can be asked for.
  if (asked && !temperature.isTouched() && !tint.isTouched()) {
    Object.assign(light, { temperature: temperature.within(asked.temperature), tint: tint.within(asked.tint) });
  }
  temperature.show(asked?.temperature, balance.light ? `is ${kelvin(balance.light.temperature)}` : "");
  tint.show(asked?.tint, balance.light ? `is ${signed(balance.light.tint, 1)}` : "");
  // One gain is sent with the other two as they were asked for, and not as they were fitted.
  const askedGains = balance.askedGains ?? balance.gains;
  if (!Object.values(gainSliders).some((slider) => slider.isTouched())) Object.assign(gains, askedGains);
  for (const [name, slider] of Object.entries(gainSliders)) {
    slider.setRange(1, balance.maximum);
    slider.show(askedGains[name], `is ${balance.gains[name].toFixed(3)}`);
  }
  limit.place.hidden = balance.maximum <= 1;
  limit.setRange(1, balance.maximum);
  limit.show(balance.limit, `camera's ${balance.maximum.toFixed(2)}`);
  element("policy-row").hidden = !state.camera.profile;
  if (document.activeElement !== element("policy")) element("policy").value = balance.policy;
  const shift = element("shift");
  shift.hidden = !balance.shift;
  shift.textContent = balance.shift
    ? `The gains are fitted to the limit: ${signed(balance.shift.temperature, 0)} K, tint ${signed(balance.shift.tint, 1)}.`
    : "";
  const three = (gains) => [gains.red, gains.green, gains.blue].map((gain) => gain.toFixed(3)).join("  ");
  const done = [];
  if (balance.askedGains) done.push(["gains asked for", three(balance.askedGains)]);
  done.push(["gains set", three(balance.gains)]);
  if (balance.applied) done.push(["by the device", three(balance.applied)]);
  if (balance.software && Math.max(...Object.values(balance.software)) > 1.0005) {
    done.push(["left to software", three(balance.software)]);
  }
  for (const control of balance.controls) {
    done.push([control.name, control.asked === control.done ? `${control.done}` : `${control.asked}, became ${control.done}`]);
  }
  list("wb-done", done);
}

// Exposure and focus

const exposureModes = new Choice("exposure-modes", { auto: "Auto", once: "Once", locked: "Locked", custom: "Custom" },
  (mode) => send("exposure-mode", { mode }));
const exposureSender = new Latest("exposure");
const duration = new Slider("duration", {
  label: "Duration", unit: "ms", low: 0.1, high: 33.3, scale: "logarithmic", digits: 2,
  said: (value) => seconds(value / 1000), sender: exposureSender,
  change: (value) => exposureSender.send({ duration: value / 1000 }),
});
const iso = new Slider("iso", {
  label: "ISO", low: 100, high: 1600, scale: "logarithmic", sender: exposureSender, change: (value) => exposureSender.send({ iso: value }),
});
const biasSender = new Latest("bias");
const bias = new Slider("bias", {
  label: "Bias", unit: "stops", low: -7, high: 2, digits: 1, sender: biasSender, change: (value) => biasSender.send({ stops: value }),
});

// Shows a slider with the range of the device, or hides it where the device has no range.
function showRange(slider, range, factor, value, done) {
  slider.place.hidden = !range || range.low >= range.high;
  if (slider.place.hidden) return;
  slider.setRange(range.low * factor, range.high * factor);
  slider.show(value === undefined ? undefined : value * factor, done);
}

function showExposure({ exposure }) {
  element("exposure-panel").hidden = !exposure;
  if (!exposure) return;
  const inMilliseconds = 1000;
  exposureModes.show(exposure.modes.filter((mode) => mode !== "custom" || exposure.mode === "custom"), exposure.mode);
  element("exposure-state").textContent = exposure.isAdjusting ? "adjusting" : exposure.mode;
  showRange(duration, exposure.durations, inMilliseconds, exposure.askedDuration ?? exposure.duration,
    exposure.duration === undefined ? "" : `is ${seconds(exposure.duration)}`);
  showRange(iso, exposure.isos, 1, exposure.askedISO ?? exposure.iso,
    exposure.iso === undefined ? "" : `is ${exposure.iso.toFixed(0)}`);
  showRange(bias, exposure.biases, 1, exposure.bias, exposure.bias === undefined ? "" : `is ${signed(exposure.bias, 1)}`);
  element("offset").textContent = exposure.offset === undefined || !Number.isFinite(exposure.offset)
    ? "" : `${signed(exposure.offset, 1)} stops beside the target`;
}

const focusModes = new Choice("focus-modes", { auto: "Auto", once: "Once", locked: "Locked" },
  (mode) => send("focus-mode", { mode }));
const lensSender = new Latest("lens");
const lens = new Slider("lens", {
  label: "Lens", low: 0, high: 1, digits: 3, ends: ["near", "far"], sender: lensSender,
  change: (value) => lensSender.send({ position: value }),
});

function showFocus({ focus }) {
  element("focus-panel").hidden = !focus;
  if (!focus) return;
  focusModes.show(focus.modes, focus.mode);
  element("focus-state").textContent = focus.isAdjusting ? "adjusting" : focus.mode;
  lens.place.hidden = !focus.hasLens;
  lens.show(focus.askedPosition ?? focus.position, focus.position === undefined ? "" : `is ${focus.position.toFixed(3)}`);
}

on("state", (state) => {
  showWhiteBalance(state);
  showExposure(state);
  showFocus(state);
});
