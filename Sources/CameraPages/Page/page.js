// The camera screen: starts its parts.
import { connect, on, onComplaint, send } from "./connection.js";
import { showPictures } from "./picture.js";
import "./controls.js";
import "./readings.js";
import "./diagram.js";
import "./calibration.js";

const element = (id) => document.getElementById(id);

// The token need not be seen, and is not in the history of the browser: the cookie is enough for a reload.
if (location.search) history.replaceState(null, "", location.pathname);

// Writes a text only where it has changed, so that a screen reader says it once.
function write(id, text) {
  const place = element(id);
  if (place.textContent !== text) place.textContent = text;
}

// The last message about a scan. A message from before the page was opened is not shown.
let noticed;
let isFirst = true;
const words = { running: "live", silent: "no frames come", unplugged: "unplugged", resting: "starting …" };

on("state", (state) => {
  const { camera, frame } = state;
  write("camera-name", camera.product);
  write("profile-name", camera.profile ? `${camera.name}, profile ${camera.profile}` : `${camera.name}, no profile`);
  document.title = `${camera.product} – ${words[camera.connection]}`;
  write("connection", words[camera.connection]);
  element("connection").className = `pill ${camera.connection === "running" ? "good" : "bad"}`;
  const veil = element("veil");
  veil.hidden = camera.connection === "running";
  write("veil", camera.connection === "unplugged"
    ? `The camera is unplugged. Plug it in again, and the picture goes on. (${camera.failure})`
    : camera.failure ?? (camera.connection === "resting" ? "The camera starts." : "No frames come from the camera."));
  if (frame) {
    const rate = frame.rate ? `, ${frame.rate.toFixed(1)} frames a second` : "";
    write("frame-line", `${frame.width} × ${frame.height}${rate}`);
    const clipped = frame.clippedShare ?? 0;
    write("clipped-line", clipped > 0 ? `clipped ${(100 * clipped).toFixed(clipped < 0.001 ? 2 : 1)} %` : "");
  }
  // Each message is shown once. Otherwise the next state would show it again after the user has closed it.
  if (state.notice !== noticed && !isFirst) complain(state.notice, "scan");
  [noticed, isFirst] = [state.notice, false];
});

// Nothing that is shown is current any more. The next state shows all of it again.
on("lost", (reason) => {
  const text = reason ?? "the server does not answer";
  document.title = `${element("camera-name").textContent} – no connection`;
  write("connection", text);
  element("connection").className = "pill bad";
  element("veil").hidden = false;
  write("veil", `There is no connection: ${text}.`);
  write("frame-line", "");
  write("clipped-line", "");
});

on("role", (role) => {
  element("all-controls").disabled = !role.controls;
  element("take-control").hidden = role.controls;
  element("role").hidden = role.controls && role.pages < 2;
  write("role", role.controls
    ? `you control, ${role.pages - 1} ${role.pages === 2 ? "watches" : "watch"}`
    : role.isControlled ? "you watch; another page controls" : "you watch; nobody controls");
});

element("take-control").addEventListener("click", async () => {
  await send("take-control");
  // The button that had the focus is gone.
  element("wb-title").focus();
});

// The command whose refusal is shown. Its success hides the alert, and the success of another command does not.
let refused;
function complain(text, command) {
  if (!text && command && command !== refused) return;
  refused = command;
  element("alert").hidden = !text;
  // The text is replaced even if it is the same, so that a screen reader reads a repeated message again.
  element("alert-text").replaceChildren(text ?? "");
}
onComplaint(complain);
element("alert-close").addEventListener("click", () => complain(null));
addEventListener("keydown", (event) => event.key === "Escape" && complain(null));

// The theme is the system's until it is chosen.
function applyTheme(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  const isDark = theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  write("theme", isDark ? "Light" : "Dark");
  element("theme").setAttribute("aria-label", isDark ? "Use the light theme" : "Use the dark theme");
}
applyTheme(localStorage.getItem("theme"));
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => applyTheme(localStorage.getItem("theme")));
element("theme").addEventListener("click", () => {
  const isDark = element("theme").textContent === "Light";
  localStorage.setItem("theme", isDark ? "light" : "dark");
  applyTheme(isDark ? "light" : "dark");
});

element("controls").addEventListener("submit", (event) => event.preventDefault());

connect();
showPictures();
