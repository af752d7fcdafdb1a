// What a page hears of the camera, and what it says to it.

// A reload is the same page; another tab is another.
function pageName() {
  let name = sessionStorage.getItem("page");
  if (!name) {
    const numbers = crypto.getRandomValues(new Uint8Array(12));
    name = Array.from(numbers, (number) => number.toString(16).padStart(2, "0")).join("");
    sessionStorage.setItem("page", name);
  }
  return name;
}

// A tab that was duplicated has its twin's name: the twin answers, and the newer one takes another.
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

// Whether nobody looks: a page that is not seen is sent nothing.
const listeners = { state: [], role: [], lost: [] };
let source = null;

export function on(name, listener) {
  listeners[name].push(listener);
}

function tell(name, value) {
  for (const listener of listeners[name]) listener(value);
}

function open() {
  if (source) return;
  source = new EventSource(`/events?page=${page}`);
  for (const name of ["state", "role"]) {
    source.addEventListener(name, (event) => tell(name, JSON.parse(event.data)));
  }
  source.onerror = () => {
    tell("lost", true);
    // A server that is gone ends the stream for good; the browser tries again by itself where it does not.
    if (source && source.readyState === EventSource.CLOSED) {
      source = null;
      setTimeout(open, 1000);
    }
  };
}

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

let complain = () => {};
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
    const said = await answer.json().catch(() => ({}));
    complain(answer.ok ? null : said.error ?? `the camera answered ${answer.status}`);
    return answer.ok;
  } catch {
    complain("the server does not answer");
    return false;
  }
}

// Sends the newest of many values: while one is on its way, a newer takes the place of one that waits.
export class Latest {
  constructor(name) {
    this.name = name;
    this.next = null;
    this.busy = false;
  }

  async send(fields) {
    this.next = fields;
    if (this.busy) return;
    this.busy = true;
    while (this.next) {
      const fields = this.next;
      this.next = null;
      await send(this.name, fields);
    }
    this.busy = false;
  }
}
