/** Who one talks with, how the line is, and what else one can do. */
const SLOW_AFTER_MS = 20000;

export class Header {
  #root;
  #t;
  #status;
  #slow = 0;
  #connection = "connecting";
  #human = "";
  #onSlow;

  constructor(root, status, { t, onSlow }) {
    this.#root = root;
    this.#status = status;
    this.#t = t;
    this.#onSlow = onSlow;
  }

  name(bot) {
    if (!bot?.name) return;
    this.#root.querySelector("[data-name]").textContent = bot.name;
    this.#root.querySelector("[data-avatar]").textContent = [...bot.name][0];
  }

  connection(state) {
    this.#connection = state;
    this.#line();
  }

  /** "" while the bot answers; else what is shown of the human side. */
  human(text) {
    this.#human = text;
    this.#line();
  }

  /** What the bot is doing; null when it is done. */
  doing(state) {
    clearTimeout(this.#slow);
    this.#status.hidden = !state;
    if (!state) return;
    this.#status.querySelector("[data-status-text]").textContent = this.#t(`status_${state}`);
    this.#slow = setTimeout(() => {
      this.#status.querySelector("[data-status-text]").textContent = this.#t("status_slow");
      this.#onSlow();
    }, SLOW_AFTER_MS);
  }

  #line() {
    const line = this.#root.querySelector("[data-line]");
    const away = this.#connection === "waiting";
    line.textContent = away ? this.#t("reconnecting") : this.#human || this.#t("assistant");
    this.#root.dataset.connection = this.#connection;
  }
}
