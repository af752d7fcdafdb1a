// The state of the meter, and the reading of the card.
import { complain, on, reasonOf, send } from "./connection.js";
import { list, signed } from "./controls.js";

const element = (id) => document.getElementById(id);
const names = { exposure: "Exposure", focus: "Focus", "white-balance": "White balance" };
const states = { diverged: "not set", metering: "metering …", converged: "follows", locked: "locked" };

function write(place, text) {
  if (place.textContent !== text) place.textContent = text;
}

function fill(place, texts) {
  const key = JSON.stringify(texts);
  if (place.dataset.shown === key) return;
  place.dataset.shown = key;
  place.replaceChildren(...texts.map((text) => {
    const item = document.createElement("li");
    item.textContent = text;
    return item;
  }));
}

// The texts for codes that are not clear by themselves. The words of all other codes are shown as they are.
const reasonTexts = { "not-uniform": "not one even surface" };

// JSON has no infinite numbers; they are words.
const three = (value) => (typeof value === "number" ? value.toPrecision(3) : `${value}`);

// The reading that is shown.
let shown = null;

// The verdict is seen at once. A screen reader is told of it at most once a second, or it could say nothing else.
let isSpoken = false;
function speak() {
  const text = element("verdict").textContent;
  if (isSpoken || element("spoken-verdict").textContent === text) return;
  isSpoken = true;
  element("spoken-verdict").textContent = text;
  setTimeout(() => {
    isSpoken = false;
    speak();
  }, 1000);
}

function showVerdict(text, name) {
  element("verdict").className = name;
  write(element("verdict"), text);
  speak();
}

// Nothing is measured, for a reason if there is one.
function clearReading(reason) {
  shown = null;
  element("copy").disabled = true;
  showVerdict(reason ? `Nothing is measured: ${reason}.` : "Nothing is measured at the moment.", reason ? "bad" : "");
  fill(element("reasons"), []);
  list("figures", []);
}

function showReading({ reading, camera }) {
  if (!reading) {
    clearReading(camera.intrusion);
    return;
  }
  shown = reading;
  element("copy").disabled = false;
  const record = reading.measurement;
  const isOk = record.verdict === "ok";
  showVerdict(isOk ? "This can be trusted as a gray card." : "This is refused as a gray card.", isOk ? "good" : "bad");
  fill(element("reasons"), [
    ...(record.reasons ?? []).map(({ code, value, limit }) =>
      `${reasonTexts[code] ?? code.replaceAll("-", " ")}: ${three(value)}, limit ${three(limit)}`),
    ...(record.warnings ?? []).map((warning) => warning.message),
  ]);
  const error = record.standardError ?? {};
  const plus = (value, digits) => (value === undefined ? "" : ` ± ${value.toFixed(digits)}`);
  const pairs = [];
  if (record.temperature !== undefined) {
    pairs.push(["temperature", `${record.temperature.toFixed(0)}${plus(error.temperature, 0)} K`]);
    pairs.push(["tint", `${signed(record.tint, 1)}${plus(error.duv === undefined ? undefined : 3000 * error.duv, 1)}`]);
  }
  for (const name of record.chromaticity ? ["x", "y"] : []) {
    pairs.push([name, `${record.chromaticity[name].toFixed(4)}${plus(error[name], 4)}`]);
  }
  // An error says nothing without the lights that it holds for.
  const isOfFrameAlone = (record.warnings ?? []).some(({ code }) => code === "no-profile-uncertainty");
  const lights = error.lights === "any" ? "any light" : error.lights ?? (isOfFrameAlone ? "the frame alone" : undefined);
  if (error.x !== undefined && lights) pairs.push(["errors hold for", lights]);
  if (record.gains) {
    // The errors are those of the gains whose least is 1, and not of ratios to green. The one that is 1 has none.
    for (const name of ["red", "green", "blue"]) {
      pairs.push([`${name} gain`, error[name] === 0 ? "1" : `${record.gains[name].toFixed(4)}${plus(error[name], 4)}`]);
    }
  }
  if (reading.balanced) {
    const share = (value) => `${signed(100 * (value - 1), 2)} %`;
    pairs.push(["cast, red and blue", `${share(reading.balanced.x)}, ${share(reading.balanced.y)}`]);
  }
  list("figures", pairs);
}

function showMeter({ meter }) {
  const body = element("quantities").tBodies[0];
  const rows = meter.quantities.map((quantity) => {
    const left = quantity.lockLeft === undefined ? "" : `, ${Math.ceil(quantity.lockLeft)} s left`;
    const reason = quantity.status === "locked" || quantity.reason === "not metered yet" ? "" : quantity.reason ?? "";
    return [names[quantity.name], `${states[quantity.status]}${left}`, reason, quantity.status];
  });
  const key = JSON.stringify(rows);
  if (body.dataset.shown !== key) {
    body.dataset.shown = key;
    body.replaceChildren(...rows.map(([name, status, reason, word]) => {
      const row = document.createElement("tr");
      const head = document.createElement("th");
      head.scope = "row";
      head.textContent = name;
      const [cell, why] = [document.createElement("td"), document.createElement("td")];
      cell.textContent = status;
      cell.className = word;
      why.textContent = reason;
      why.className = "quiet";
      row.append(head, cell, why);
      return row;
    }));
  }
  write(element("scan"), meter.isScanning ? "Stop the scan" : "Scan");
  element("scan").dataset.scanning = String(meter.isScanning);
  const mode = element("metering-mode");
  if (mode.dataset.shown !== meter.modes.join()) {
    mode.dataset.shown = meter.modes.join();
    mode.replaceChildren(...meter.modes.map((name) => new Option(name, name)));
    mode.closest("label").hidden = meter.modes.length === 0;
  }
  if (document.activeElement !== mode) mode.value = meter.mode;
}

const held = () => ({ lock: Number(element("lock-duration").value) });
element("scan").addEventListener("click", () =>
  element("scan").dataset.scanning === "true" ? send("cancel-scan") : send("scan", held()));
element("lock").addEventListener("click", () => send("lock", held()));
element("unlock").addEventListener("click", () => send("unlock"));
element("metering-mode").addEventListener("change", (event) => send("metering", { mode: event.target.value }));

function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // Not before the browser has begun to save it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

// Copies the reading. Browsers allow this only on pages that they consider secure. Pages over a network are not, so
// there the reading is saved as a file.
element("copy").addEventListener("click", async () => {
  const text = JSON.stringify(shown.measurement);
  const button = element("copy");
  try {
    await navigator.clipboard.writeText(text);
    write(button, "Copied");
  } catch {
    save(new Blob([text], { type: "application/json" }), "reading.json");
    write(button, "Saved");
  }
  setTimeout(() => write(button, "Copy JSON"), 2000);
});

// Saves the frame, and returns why that failed.
async function saveFrame() {
  const answer = await fetch("/frame.dng").catch(() => null);
  if (!answer) return "the server does not answer";
  if (!answer.ok) return reasonOf(answer);
  const file = await answer.blob().catch(() => null);
  if (!file) return "the frame did not come whole; save it again";
  save(file, "frame.dng");
  return null;
}

// A link would save whatever the server answers. The server makes one file at a time.
let isSaving = false;
element("save-frame").addEventListener("click", async (event) => {
  event.preventDefault();
  if (isSaving) return;
  isSaving = true;
  complain(await saveFrame(), "save-frame");
  isSaving = false;
});

on("lost", () => clearReading("there is no connection"));
on("role", (role) => (element("metering-mode").disabled = !role.controls));
on("state", (state) => {
  showReading(state);
  showMeter(state);
  element("save-frame").hidden = !state.camera.profile;
});
