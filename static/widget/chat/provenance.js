/**
 * Where the words come from: a document's passage, the cell of a record, or what the customer said themselves.
 * The same lines stand in a card beside a marker (hover and keyboard focus) and in the sheet (click and tap).
 */
import { element } from "./elements.js";

const DELAY_MS = 120;
const GRACE_MS = 220;
const LONGEST = 220; // characters of a passage in the card

/** The lines of one citation. Whole passages stand in the sheet; the card is short. */
export function provenanceLines(citation, { t, locale, short = false }) {
  if (citation.kind === "record") return recordLines(citation, { t, locale });
  const quote = short ? cut(citation.snippet) : citation.snippet;
  const lines = [];
  if (citation.kind === "memory") {
    const date = dayOf(citation.at, locale);
    lines.push(element("p", { className: "passage__kind", text: date ? t("said_on", { date }) : t("said") }));
  }
  const heading = citation.heading?.replace(`${citation.title} > `, "");
  if (heading && heading !== citation.title) lines.push(element("p", { className: "passage__kind", text: heading }));
  if (quote) lines.push(element("blockquote", { className: "passage__text", text: quote }));
  if (citation.kind !== "memory" && citation.at) {
    lines.push(element("p", { className: "passage__kind", text: t("as_of", { date: dayOf(citation.at, locale) }) }));
  }
  return lines;
}

function recordLines(citation, { t, locale }) {
  const list = element("dl", { className: "provenance__record" });
  const add = (name, value) => value && list.append(element("dt", { text: name }), element("dd", { text: value }));
  add(t("record_table"), citation.title);
  add(t("record_key"), citation.key);
  for (const column of citation.columns ?? []) add(column.name, column.value);
  if (!citation.columns?.length) add(t("record_says"), citation.snippet);
  add(t("record_read"), momentOf(citation.at, locale));
  return [list];
}

/** One card for the whole page. It can be hovered, leaves with Escape, and never holds the only way to something. */
export class ProvenanceCard {
  #card = element("div", { className: "provenance", attributes: { role: "tooltip", id: "provenance", hidden: "" } });
  #of = new WeakMap();
  #options;
  #shown = null;
  #timer = 0;

  constructor(place, options) {
    this.#options = options;
    place.append(this.#card);
    this.#card.addEventListener("pointerenter", () => clearTimeout(this.#timer));
    this.#card.addEventListener("pointerleave", () => this.#later(() => this.hide(), GRACE_MS));
    addEventListener("scroll", () => this.hide(), { capture: true, passive: true });
    document.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.#shown) return;
      event.stopImmediatePropagation();
      this.hide();
    }, { capture: true });
  }

  /** Tapping opens the sheet, so touch gets no card. */
  describe(button, citation) {
    this.#of.set(button, citation);
    button.addEventListener("pointerenter", (event) => event.pointerType !== "touch" && this.#later(() => this.#show(button), DELAY_MS));
    button.addEventListener("pointerleave", () => this.#later(() => this.hide(), GRACE_MS));
    button.addEventListener("focus", () => button.matches(":focus-visible") && this.#show(button));
    button.addEventListener("blur", () => this.hide());
    button.addEventListener("click", () => this.hide());
  }

  hide() {
    clearTimeout(this.#timer);
    this.#shown?.removeAttribute("aria-describedby");
    this.#shown = null;
    this.#card.hidden = true;
  }

  #show(button) {
    if (document.querySelector("dialog[open]")) return;
    this.hide();
    const citation = this.#of.get(button);
    const title = citation.kind === "record" ? "" : citation.title;
    const head = element("p", { className: "provenance__head", text: title || this.#options.t(`kind_${citation.kind}`) });
    const hint = element("p", { className: "provenance__hint", text: this.#options.t("open_source") });
    this.#card.replaceChildren(head, ...provenanceLines(citation, { ...this.#options, short: true }), hint);
    this.#card.className = `provenance provenance--${citation.kind}`;
    this.#card.hidden = false;
    this.#shown = button;
    button.setAttribute("aria-describedby", "provenance");
    this.#place(button.getBoundingClientRect());
  }

  /** Above the marker, or below where there is no room; never beyond the edges. */
  #place(at) {
    const { offsetWidth: width, offsetHeight: height } = this.#card;
    const left = Math.max(8, Math.min(at.left + at.width / 2 - width / 2, innerWidth - width - 8));
    const above = at.top - height - 6;
    this.#card.style.left = `${left}px`;
    this.#card.style.top = `${above >= 8 ? above : Math.min(at.bottom + 6, Math.max(8, innerHeight - height - 8))}px`;
  }

  #later(act, wait) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(act, wait);
  }
}

function cut(text = "") {
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

function dayOf(iso, locale) {
  return format(iso, locale, { dateStyle: "long" });
}

function momentOf(iso, locale) {
  return format(iso, locale, { dateStyle: "medium", timeStyle: "short" });
}

function format(iso, locale, options) {
  const moment = iso ? new Date(iso) : null;
  return moment && !Number.isNaN(moment.valueOf()) ? new Intl.DateTimeFormat(locale, options).format(moment) : "";
}
