/** Citations: numbered markers in the text, a line of sources below it, and the sheet that shows what a source says. */
import { element, icon } from "./elements.js";
import { provenanceLines } from "./provenance.js";
import { dressLink, safeUrl } from "./safe-html.js";

const KIND_ICONS = { document: "book-open-text", memory: "notebook-pen", record: "table-2" };

/** Replaces the places that safe-html.js left, and "[label]" in plain text, by buttons. actions: open(index), describe(button, citation). */
export function placeMarkers(body, citations, actions) {
  const numbers = new Map(citations.map((citation, index) => [String(citation.label), index]));
  for (const node of body.querySelectorAll("[data-citation]")) {
    const index = numbers.get(node.dataset.citation);
    node.replaceWith(index === undefined ? "" : marker(citations[index], index, actions));
  }
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) if (!walker.currentNode.parentElement?.closest("code, pre, button")) texts.push(walker.currentNode);
  for (const text of texts) splitText(text, numbers, citations, actions);
}

export function sourcesLine(citations, actions, t) {
  const line = element("ol", { className: "sources", attributes: { "aria-label": t("sources") } });
  citations.forEach((citation, index) => {
    const chip = element("button", { className: `source source--${kindOf(citation)}`, attributes: { type: "button" } });
    chip.append(element("span", { className: "source__number", text: String(index + 1) }), citation.title || t(`kind_${kindOf(citation)}`));
    chip.addEventListener("click", () => actions.open(index));
    actions.describe(chip, citation);
    line.append(element("li", { children: [chip] }));
  });
  return line;
}

export class SourceSheet {
  #dialog;
  #body;
  #t;
  #locale;

  constructor(dialog, { t, locale }) {
    this.#dialog = dialog;
    this.#locale = locale;
    this.#body = dialog.querySelector("[data-sheet-body]");
    this.#t = t;
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog || event.target.closest("[data-sheet-close]")) dialog.close();
    });
  }

  show(citations, index) {
    this.#body.replaceChildren(...citations.map((citation, place) => this.#source(citation, place, place === index)));
    if (!this.#dialog.open) this.#dialog.showModal();
    this.#body.children[index]?.scrollIntoView({ block: "nearest" });
  }

  close() {
    if (this.#dialog.open) this.#dialog.close();
  }

  #source(citation, place, chosen) {
    const t = this.#t;
    const kind = kindOf(citation);
    const head = element("h3", { className: "passage__title" });
    head.append(element("span", { className: `marker marker--${kind}`, text: String(place + 1) }), citation.title || t(`kind_${kind}`));
    const made = element("article", { className: `passage passage--${kind}${chosen ? " passage--chosen" : ""}`, children: [head] });
    if (citation.title) made.append(element("p", { className: "passage__kind", children: [icon(KIND_ICONS[kind]), t(`kind_${kind}`)] }));
    made.append(...provenanceLines(citation, { t, locale: this.#locale }));
    const address = citation.url ? safeUrl(citation.url) : "";
    if (address) made.append(pageLink(address, t("open_page")));
    return made;
  }
}

function pageLink(address, label) {
  const link = element("a", { className: "passage__link", text: label, children: [icon("external-link")] });
  dressLink(link, address);
  return link;
}

function splitText(node, numbers, citations, actions) {
  const pieces = node.data.split(/[[【]([A-Za-z]{0,2}\d{1,3})[\]】]/);
  if (pieces.length === 1) return;
  const made = pieces.map((piece, place) => {
    if (place % 2 === 0) return piece;
    const index = numbers.get(piece);
    return index === undefined ? `[${piece}]` : marker(citations[index], index, actions);
  });
  node.replaceWith(...made);
}

function marker(citation, index, actions) {
  const attributes = { type: "button", "aria-label": `${index + 1}: ${citation.title ?? ""}` };
  const made = element("button", { className: `marker marker--${kindOf(citation)}`, text: String(index + 1), attributes });
  made.addEventListener("click", () => actions.open(index));
  actions.describe(made, citation);
  return made;
}

function kindOf(citation) {
  return citation.kind in KIND_ICONS ? citation.kind : "document";
}
