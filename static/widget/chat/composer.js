/** The box one types into: Enter sends, Shift+Enter breaks the line, and an input method's Enter only ends its word. */
const TYPING_EVERY_MS = 3000;
const COUNT_FROM = 0.9;

export class Composer {
  #form;
  #box;
  #count;
  #limit;
  #onSend;
  #onTyping;
  #typedAt = 0;

  constructor(form, { limit, draft, onSend, onTyping, onDraft }) {
    this.#form = form;
    this.#box = form.querySelector("textarea");
    this.#count = form.querySelector("[data-count]");
    this.#limit = limit;
    this.#onSend = onSend;
    this.#onTyping = onTyping;
    this.#box.value = draft;
    this.#box.disabled = false; // until now nothing would have heard it
    this.#box.addEventListener("keydown", (event) => this.#key(event));
    this.#box.addEventListener("input", () => {
      this.#refresh();
      onDraft(this.#box.value);
      this.#typing();
    });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#send();
    });
    this.#refresh();
  }

  focus() {
    this.#box.focus();
  }

  /** keyCode 229 is Safari's Enter that ends a composition; it comes after compositionend. */
  #key(event) {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    this.#send();
  }

  #send() {
    const text = this.#box.value.trim();
    if (!text || this.#tooLong(text)) return;
    this.#box.value = "";
    this.#box.dispatchEvent(new Event("input"));
    this.#onSend(text);
    this.#box.focus();
  }

  #refresh() {
    const text = this.#box.value.trim();
    this.#form.querySelector("[type=submit]").disabled = !text || this.#tooLong(text);
    const near = [...text].length > this.#limit * COUNT_FROM;
    this.#count.hidden = !near;
    this.#count.textContent = near ? `${[...text].length} / ${this.#limit}` : "";
    this.#count.classList.toggle("composer__count--over", this.#tooLong(text));
    this.#box.style.height = "auto";
    this.#box.style.height = `${this.#box.scrollHeight + 2}px`;
  }

  #tooLong(text) {
    return [...text].length > this.#limit;
  }

  #typing() {
    if (!this.#box.value || Date.now() - this.#typedAt < TYPING_EVERY_MS) return;
    this.#typedAt = Date.now();
    this.#onTyping();
  }
}
