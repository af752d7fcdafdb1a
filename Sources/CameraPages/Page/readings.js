// What the meter thinks, and what the card tells.
import { complain, on, send } from "./connection.js";
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

// A code says itself what it means, but for these.
const reasonTexts = { "not-uniform": "not one even surface" };

// JSON has no infinite numbers; they are words.
const three = (value) => (typeof value === "number" ? value.toPrecision(3) : `${value}`);

let last = null;

function showReading({ reading, camera }) {
  last = reading ?? last;
  const verdict = element("verdict");
  if (!reading) {
    verdict.className = camera.intrusion ? "bad" : "";
    write(verdict, camera.intrusion ? `Nothing is measured: ${camera.intrusion}.` : "Nothing is measured at the moment.");
    fill(element("reasons"), []);
    list("figures", []);
    return;
  }
  const record = reading.measurement;
  const isOk = record.verdict === "ok";
  verdict.className = isOk ? "good" : "bad";
  write(verdict, isOk ? "This can be trusted as a gray card." : "This is refused as a gray card.");
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

// The clipboard needs a page that the browser holds for safe, which one over a network is not.
element("copy").addEventListener("click", async () => {
  const text = JSON.stringify(last?.measurement ?? {});
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

// A link would save whatever the server answers.
element("save-frame").addEventListener("click", async (event) => {
  event.preventDefault();
  const answer = await fetch("/frame.dng").catch(() => null);
  if (!answer?.ok) {
    const said = await answer?.json().catch(() => null);
    complain(said?.error ?? "the server does not answer", "save-frame");
    return;
  }
  complain(null, "save-frame");
  save(await answer.blob(), "frame.dng");
});

on("role", (role) => (element("metering-mode").disabled = !role.controls));
on("state", (state) => {
  showReading(state);
  showMeter(state);
  element("save-frame").hidden = !state.camera.profile;
});
