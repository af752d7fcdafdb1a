// The live picture, and the metering point on it.
import { Latest, on } from "./connection.js";

const canvas = document.getElementById("picture");
const region = document.getElementById("region");
const frame = document.getElementById("frame");
const metering = new Latest("metering");
const pause = (time) => new Promise((done) => setTimeout(done, time));

let point = { x: 0.5, y: 0.5 };
let mayControl = false;
let dragged = false;
// When a hand or a key moved the point last.
let touched = 0;

// Asks for a picture that is newer than the last, again and again: a page that is slow asks less often.
export async function showPictures() {
  const context = canvas.getContext("2d", { alpha: false });
  let last = 0;
  for (;;) {
    if (document.hidden) {
      await pause(250);
      continue;
    }
    try {
      // The server answers within five seconds, with a picture or without.
      const answer = await fetch(`/picture.jpg?after=${last}`, { signal: AbortSignal.timeout(8000) });
      if (answer.status === 200) {
        const picture = await createImageBitmap(await answer.blob());
        if (canvas.width !== picture.width || canvas.height !== picture.height) {
          canvas.width = picture.width;
          canvas.height = picture.height;
          frame.style.setProperty("--ratio", `${picture.width} / ${picture.height}`);
        }
        context.drawImage(picture, 0, 0);
        picture.close();
        last = Number(answer.headers.get("X-Picture"));
        canvas.dataset.sequence = answer.headers.get("X-Sequence");
      } else if (answer.status !== 204) {
        await pause(1000);
      }
    } catch {
      await pause(1000);
    }
  }
}

function place(x, y) {
  const clamp = (value) => Math.min(Math.max(value, 0), 1);
  point = { x: clamp(x), y: clamp(y) };
  touched = performance.now();
  metering.send(point);
}

function pointed(event) {
  const box = canvas.getBoundingClientRect();
  place((event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
}

frame.addEventListener("pointerdown", (event) => {
  if (!mayControl || event.button !== 0 || event.target.closest("#chart")) return;
  dragged = true;
  frame.setPointerCapture(event.pointerId);
  pointed(event);
});
frame.addEventListener("pointermove", (event) => dragged && pointed(event));
for (const name of ["pointerup", "pointercancel"]) frame.addEventListener(name, () => (dragged = false));

region.addEventListener("keydown", (event) => {
  const step = event.shiftKey ? 0.1 : 0.02;
  const moves = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] };
  const move = moves[event.key];
  if (!move || !mayControl) return;
  event.preventDefault();
  place(point.x + move[0], point.y + move[1]);
});

on("lost", () => (region.className = "refused"));

on("role", (role) => {
  mayControl = role.controls;
  region.disabled = !mayControl;
});

on("state", (state) => {
  const [x, y, width, height] = state.meter.region;
  // A state that was sent before the last keys has an older point.
  if (!dragged && performance.now() - touched > 700) point = state.meter.point;
  region.style.left = `${100 * x}%`;
  region.style.top = `${100 * y}%`;
  region.style.width = `${100 * width}%`;
  region.style.height = `${100 * height}%`;
  const across = Math.round(100 * state.meter.point.x);
  const down = Math.round(100 * state.meter.point.y);
  region.setAttribute("aria-label", `Metering point, ${across} % across and ${down} % down; arrow keys move it`);
  region.className = state.reading?.measurement.verdict === "ok" ? "ok" : "refused";
});
