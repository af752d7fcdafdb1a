// The corners of a chart, dragged on the picture, and the patches between them.
import { on } from "./connection.js";

const canvas = document.getElementById("picture");
const chart = document.getElementById("chart");
const lines = document.getElementById("chart-lines");
const names = ["top left, by patch A1", "top right, by patch A6", "bottom right, by patch D6", "bottom left, by patch D1"];
const [columns, rows] = [6, 4];
// The share of a patch about its middle that is read.
const read = 0.5;

// The corners as shares of the frame: those before a reload, or of a chart that fills most of it.
const kept = sessionStorage.getItem("corners");
export const corners = kept ? JSON.parse(kept) : [[0.125, 0.125], [0.875, 0.125], [0.875, 0.875], [0.125, 0.875]];
let mayControl = false;

export function showChart(isShown) {
  chart.hidden = !isShown;
}

// The map from the unit square to the corners. Source: Heckbert 1989, "Fundamentals of Texture Mapping and Image Warping", section 2.2.3.
function projection() {
  const [[x0, y0], [x1, y1], [x2, y2], [x3, y3]] = corners;
  const determinant = (x1 - x2) * (y3 - y2) - (x3 - x2) * (y1 - y2);
  const [sumX, sumY] = [x0 - x1 + x2 - x3, y0 - y1 + y2 - y3];
  const g = (sumX * (y3 - y2) - (x3 - x2) * sumY) / determinant;
  const h = ((x1 - x2) * sumY - sumX * (y1 - y2)) / determinant;
  return (u, v) => {
    const z = g * u + h * v + 1;
    return [((x1 - x0 + g * x1) * u + (x3 - x0 + h * x3) * v + x0) / z, ((y1 - y0 + g * y1) * u + (y3 - y0 + h * y3) * v + y0) / z];
  };
}

function path(points) {
  return `M${points.map(([x, y]) => `${(100 * x).toFixed(2)} ${(100 * y).toFixed(2)}`).join("L")}Z`;
}

function draw() {
  const at = projection();
  const parts = [path(corners)];
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const place = (u, v) => at((column + 0.5 + u * read / 2) / columns, (row + 0.5 + v * read / 2) / rows);
      parts.push(path([place(-1, -1), place(1, -1), place(1, 1), place(-1, 1)]));
    }
  }
  const text = parts.every((part) => !part.includes("NaN")) ? parts.join("") : parts[0];
  for (const line of lines.children) line.setAttribute("d", text);
  handles.forEach((handle, index) => {
    const [x, y] = corners[index];
    handle.style.left = `${100 * x}%`;
    handle.style.top = `${100 * y}%`;
    handle.setAttribute(
      "aria-label", `Corner ${names[index]}: ${Math.round(100 * x)} % across and ${Math.round(100 * y)} % down; arrow keys move it`);
  });
}

function place(index, x, y) {
  const clamp = (value) => Math.min(Math.max(value, 0), 1);
  corners[index] = [clamp(x), clamp(y)];
  sessionStorage.setItem("corners", JSON.stringify(corners));
  draw();
}

const handles = names.map((_, index) => {
  const handle = document.createElement("button");
  handle.type = "button";
  handle.id = `corner-${index + 1}`;
  handle.className = "corner";
  handle.textContent = ["A1", "A6", "D6", "D1"][index];
  let dragged = false;
  handle.addEventListener("pointerdown", (event) => {
    event.stopPropagation();
    if (!mayControl || event.button !== 0) return;
    dragged = true;
    handle.setPointerCapture(event.pointerId);
  });
  handle.addEventListener("pointermove", (event) => {
    if (!dragged) return;
    const box = canvas.getBoundingClientRect();
    place(index, (event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
  });
  for (const name of ["pointerup", "pointercancel"]) handle.addEventListener(name, () => (dragged = false));
  handle.addEventListener("keydown", (event) => {
    const step = event.shiftKey ? 0.05 : 0.005;
    const moves = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] };
    const move = moves[event.key];
    if (!move || !mayControl) return;
    event.preventDefault();
    place(index, corners[index][0] + move[0], corners[index][1] + move[1]);
  });
  chart.append(handle);
  return handle;
});
// A dark line under a light one is seen on any picture.
for (const name of ["under", "over"]) {
  const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
  line.setAttribute("class", name);
  lines.append(line);
}
draw();

on("role", (role) => {
  mayControl = role.controls;
  for (const handle of handles) handle.disabled = !mayControl;
});
