/**
 * Talks with the widget's script in the page that frames us (it asks for ?framed=1; the console's trial has no script).
 * A message counts only from our parent window and for our bot.
 */
export class Bridge extends EventTarget {
  #bot;
  #framed = window.parent !== window && new URLSearchParams(location.search).has("framed");
  #parentOrigin = "*";

  constructor(bot) {
    super();
    this.#bot = bot;
    if (this.#framed) addEventListener("message", (event) => this.#hear(event));
  }

  get framed() {
    return this.#framed;
  }

  ready() {
    this.#tell({ type: "ready" });
  }

  close() {
    this.#tell({ type: "close" });
  }

  unread(count) {
    this.#tell({ type: "unread", count });
  }

  /** The framing page keeps what this browser forbids us to keep. */
  keep(name, value) {
    this.#tell({ type: "keep", name, value });
  }

  tokenNeeded() {
    this.#tell({ type: "token-needed" });
  }

  #hear(event) {
    if (event.source !== window.parent || event.data?.anamnesis !== this.#bot) return;
    this.#parentOrigin = event.origin;
    this.dispatchEvent(new CustomEvent(event.data.type, { detail: event.data }));
  }

  /** Until the parent has spoken its origin is unknown, so "*" is right for "ready"; all else goes to that origin alone. */
  #tell(message) {
    if (this.#framed) window.parent.postMessage({ anamnesis: this.#bot, ...message }, this.#parentOrigin);
  }
}
