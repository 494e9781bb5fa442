/**
 * One WebSocket that comes back: greets with hello, pings every 25 s, notices a dead peer, waits longer after each failure.
 * Events: "frame" (detail: a parsed frame), "state" (detail: connecting | open | waiting | closed), "closed" (detail: { code, greeted }).
 */
const PING_EVERY_MS = 25000;
const PONG_WITHIN_MS = 6000;
const WELCOME_WITHIN_MS = 15000;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30000;

export class ChatSocket extends EventTarget {
  #url;
  #hello;
  #socket = null;
  #state = "closed";
  #failures = 0;
  #timers = { retry: 0, ping: 0, pong: 0, welcome: 0 };

  /** hello: a function that makes the hello frame afresh for each connection. */
  constructor(url, hello) {
    super();
    this.#url = url;
    this.#hello = hello;
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.hurry());
  }

  get state() {
    return this.#state;
  }

  open() {
    this.#leave();
    this.#become("connecting");
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    socket.addEventListener("open", () => this.#write({ type: "hello", ...this.#hello() }));
    socket.addEventListener("message", (event) => socket === this.#socket && this.#hear(event.data));
    socket.addEventListener("close", (event) => socket === this.#socket && this.#lost(event.code));
    this.#timers.welcome = setTimeout(() => this.#lost(0), WELCOME_WITHIN_MS);
  }

  close() {
    this.#leave();
    this.#become("closed");
  }

  /** Sends when the greeting is done; says whether it could. */
  send(frame) {
    if (this.#state !== "open") return false;
    this.#write(frame);
    return true;
  }

  /** Connect now instead of waiting, or find out whether an open socket is alive. */
  hurry() {
    if (this.#state === "waiting") this.open();
    else if (this.#state === "open") this.#probe();
  }

  #hear(data) {
    clearTimeout(this.#timers.pong);
    let frame;
    try {
      frame = JSON.parse(data);
    } catch {
      return;
    }
    if (frame?.type === "welcome") this.#welcomed();
    if (frame?.type !== "pong") this.dispatchEvent(new CustomEvent("frame", { detail: frame }));
  }

  #welcomed() {
    this.#failures = 0;
    clearTimeout(this.#timers.welcome);
    clearInterval(this.#timers.ping);
    this.#timers.ping = setInterval(() => this.#probe(), PING_EVERY_MS);
    this.#become("open");
  }

  #probe() {
    clearTimeout(this.#timers.pong);
    this.#timers.pong = setTimeout(() => this.#lost(0), PONG_WITHIN_MS);
    this.#write({ type: "ping" });
  }

  #lost(code) {
    const greeted = this.#state === "open";
    this.#leave();
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.#failures) * (0.75 + Math.random() / 2);
    this.#failures += 1;
    this.#timers.retry = setTimeout(() => this.open(), wait);
    this.#become("waiting");
    this.dispatchEvent(new CustomEvent("closed", { detail: { code, greeted } }));
  }

  #leave() {
    for (const timer of Object.values(this.#timers)) clearTimeout(timer);
    const socket = this.#socket;
    this.#socket = null;
    if (socket && socket.readyState <= WebSocket.OPEN) socket.close();
  }

  #write(frame) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame));
  }

  #become(state) {
    if (state === this.#state) return;
    this.#state = state;
    this.dispatchEvent(new CustomEvent("state", { detail: state }));
  }
}
