// The connection to the server: it receives the states of the camera, and sends commands.

// Returns the page's name. The tab's session storage keeps it, so it stays the same after a reload and differs
// between tabs.
function pageName() {
  let name = sessionStorage.getItem("page");
  if (!name) {
    const numbers = crypto.getRandomValues(new Uint8Array(12));
    name = Array.from(numbers, (number) => number.toString(16).padStart(2, "0")).join("");
    sessionStorage.setItem("page", name);
  }
  return name;
}

// A duplicated tab begins with the name of the original. The older page then answers the newer page's message, and
// the newer page reloads under a new name.
const twins = new BroadcastChannel("wbcal-pages");
export let page = pageName();
const born = performance.timeOrigin;
twins.onmessage = ({ data }) => {
  if (data.page !== page) return;
  if (data.twin) {
    if (data.born < born) {
      sessionStorage.removeItem("page");
      location.reload();
    }
  } else if (data.born > born) {
    twins.postMessage({ page, born, twin: true });
  }
};
twins.postMessage({ page, born });

const listeners = { state: [], role: [], lost: [] };
let source = null;
// When the server was heard last, and the silence after which it is taken to be gone: it says something each second.
let heard = 0;
const silence = 6000;

export function on(name, listener) {
  listeners[name].push(listener);
}

function tell(name, value) {
  for (const listener of listeners[name]) {
    // A part that fails leaves the others as they are.
    try {
      listener(value);
    } catch (error) {
      console.error(error);
    }
  }
}

// A page that is not seen is sent nothing.
function open() {
  if (source || document.hidden) return;
  source = new EventSource(`/events?page=${page}`);
  const opened = source;
  heard = performance.now();
  for (const name of ["state", "role"]) {
    source.addEventListener(name, (event) => {
      heard = performance.now();
      tell(name, JSON.parse(event.data));
    });
  }
  source.onerror = () => {
    // A server that refuses ends the stream for good; the browser tries again by itself where it does not.
    if (opened.readyState !== EventSource.CLOSED) {
      tell("lost");
      return;
    }
    close();
    explain().then(() => setTimeout(open, 1000));
  };
}

// Tells why the server refuses the stream: that is not in the event of the error.
async function explain() {
  const stop = new AbortController();
  const limit = setTimeout(() => stop.abort(), silence);
  try {
    const answer = await fetch(`/events?page=${page}`, { signal: stop.signal });
    if (!answer.ok) tell("lost", await reasonOf(answer));
  } catch {
    // There is no server.
    tell("lost");
  }
  clearTimeout(limit);
  stop.abort();
}

// Returns the reason in an answer that refuses a request. The camera's reason is JSON, and the server's own is plain
// text.
export async function reasonOf(answer) {
  const text = (await answer.text().catch(() => "")).trim();
  try {
    return JSON.parse(text).error ?? text;
  } catch {
    return text || `the camera answered ${answer.status}`;
  }
}

// A machine that lost its power or its network says nothing of it.
setInterval(() => {
  if (!source || performance.now() - heard < silence) return;
  tell("lost");
  close();
  open();
}, 1000);

function close() {
  source?.close();
  source = null;
}

export function connect() {
  open();
  document.addEventListener("visibilitychange", () => (document.hidden ? close() : open()));
  // A page that comes back out of the browser's memory has lost its stream.
  addEventListener("pagehide", close);
  addEventListener("pageshow", open);
}

// Shows why a command was refused. Without a text, it hides the refusal of the same command.
export let complain = () => {};
export function onComplaint(listener) {
  complain = listener;
}

// Sends a command. What it was refused for is shown.
export async function send(name, fields = {}) {
  try {
    const answer = await fetch("/command", {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Page": page },
      body: JSON.stringify({ do: name, ...fields }),
    });
    // An answer that is not read keeps its connection from the next command.
    const reason = await reasonOf(answer);
    complain(answer.ok ? null : reason, name);
    return answer.ok;
  } catch {
    complain("the server does not answer", name);
    return false;
  }
}

// Sends the newest of many values. While one command is on its way, a newer value replaces the one that waits.
export class Latest {
  constructor(name) {
    this.name = name;
    this.next = null;
    this.isBusy = false;
  }

  async send(fields) {
    this.next = { ...this.next, ...fields };
    if (this.isBusy) return;
    this.isBusy = true;
    while (this.next) {
      const fields = this.next;
      this.next = null;
      await send(this.name, fields);
    }
    this.isBusy = false;
  }
}
