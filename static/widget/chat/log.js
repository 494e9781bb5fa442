/**
 * The messages on the page, in the order of their seq; what is not yet acknowledged stands last. A message is drawn once,
 * however often it arrives. Bot HTML passes safe-html.js; what people write is only ever text.
 */
import { placeMarkers, sourcesLine } from "./citations.js";
import { button, element } from "./elements.js";
import { feedbackButtons } from "./feedback.js";
import { safeFragment } from "./safe-html.js";

export class Log {
  /** While a human is awaited or writes, the bot's replies bear its name. */
  besideHuman = false;
  #root;
  #t;
  #actions;
  #locale;
  #texts = new Map();
  #streams = new Map();

  /** actions: openSources(citations, index), describe(button, citation), send(frame) -> bool, say(text), retry(clientId), discard(clientId), human(). */
  constructor(root, { t, locale, actions }) {
    this.#root = root;
    this.#t = t;
    this.#locale = locale;
    this.#actions = actions;
  }

  clear() {
    this.#root.replaceChildren();
    this.#texts.clear();
    this.#streams.clear();
  }

  greet(text) {
    this.#root.querySelector("[data-greeting]")?.remove();
    if (!text) return;
    const made = turn("bot", [element("div", { className: "turn__bubble", text })]);
    made.dataset.greeting = "";
    this.#root.prepend(made);
  }

  pending(entry) {
    if (this.#ofClient(entry.client_id)) return;
    const made = turn("customer", [bubble(entry.text), element("div", { className: "turn__meta", text: this.#t("sending") })]);
    made.classList.add("turn--pending");
    made.dataset.client = entry.client_id;
    this.#root.append(made);
    this.#follow(true);
  }

  acked({ client_id: clientId, seq, text }) {
    const made = this.#ofClient(clientId);
    if (!made) return;
    this.#texts.set(seq, text ?? made.querySelector(".turn__bubble").textContent);
    if (this.#ofSeq(seq)) return made.remove();
    made.classList.remove("turn--pending", "turn--failed");
    made.querySelector(".turn__meta").remove();
    made.querySelector(".turn__bubble").after(this.#meta({ at: Date.now() }));
    this.#place(made, seq);
  }

  refused({ client_id: clientId, message, keep }) {
    const made = this.#ofClient(clientId);
    if (!made) return;
    made.classList.remove("turn--pending");
    made.classList.add("turn--failed");
    const meta = element("div", { className: "turn__meta", text: message || this.#t("not_sent"), attributes: { role: "alert" } });
    if (keep) meta.append(button(this.#t("retry"), () => this.#actions.retry(clientId), { iconName: "refresh-cw" }));
    meta.append(button(this.#t("discard"), () => this.#discard(made, clientId), { iconName: "x" }));
    made.querySelector(".turn__meta").replaceWith(meta);
  }

  /** A message or a reply as the server keeps it. Says whether it is new here and from the other side. */
  stored(frame) {
    if (frame.reply_to) this.#endStream(frame.reply_to);
    if (!Number.isInteger(frame.seq) || this.#ofSeq(frame.seq)) return false;
    const author = frame.type === "reply" ? "bot" : frame.author;
    this.#texts.set(frame.seq, frame.text);
    if (frame.client_id) this.#ofClient(frame.client_id)?.remove();
    const made = author === "bot" ? this.#reply(frame) : this.#message(frame, author);
    this.#place(made, frame.seq);
    this.#follow(author === "customer");
    return author !== "customer";
  }

  /** Verified text while the rest is still being written; the reply replaces it. Not read aloud piece by piece. */
  delta({ reply_to: replyTo, n, text }) {
    if (this.#root.querySelector(`[data-reply-to="${CSS.escape(String(replyTo))}"]`)) return;
    let stream = this.#streams.get(replyTo);
    if (!stream) {
      stream = { parts: [], node: turn("bot", [bubble("")]) };
      stream.node.setAttribute("aria-live", "off");
      stream.node.classList.add("turn--streaming");
      this.#streams.set(replyTo, stream);
      this.#root.append(stream.node);
    }
    stream.parts[n ?? stream.parts.length] = text;
    stream.node.querySelector(".turn__bubble").textContent = stream.parts.join("");
    this.#follow(false);
  }

  divider(text) {
    const last = this.#root.lastElementChild;
    if (last?.classList.contains("turn-divider") && last.textContent === text) return;
    this.#root.append(element("div", { className: "turn-divider", text }));
    this.#follow(false);
  }

  #reply(frame) {
    const body = element("div", { className: "turn__bubble" });
    if (frame.html) body.append(safeFragment(frame.html));
    else body.textContent = frame.text || this.#t("failed");
    const citations = frame.citations ?? [];
    const actions = { open: (index) => this.#actions.openSources(citations, index), describe: this.#actions.describe };
    placeMarkers(body, citations, actions);
    const made = turn("bot", [body]);
    if (frame.reply_to) made.dataset.replyTo = frame.reply_to;
    if (frame.outcome) made.classList.add(`turn--${frame.outcome.replace("_", "-")}`);
    if (citations.length) made.append(sourcesLine(citations, actions, this.#t));
    made.append(this.#replyMeta(frame));
    return made;
  }

  #replyMeta(frame) {
    const meta = this.#meta(this.besideHuman ? { agent: this.#t("assistant"), ...frame } : frame);
    const question = this.#texts.get(frame.reply_to);
    if (frame.outcome === "failed" && question) {
      meta.append(button(this.#t("retry"), () => this.#actions.say(question), { iconName: "refresh-cw" }));
    }
    if (frame.outcome === "not_found" || frame.outcome === "failed") {
      meta.append(button(this.#t("ask_human"), () => this.#actions.human(), { iconName: "headset" }));
    }
    if (frame.reply_to && frame.outcome !== "failed") {
      meta.append(feedbackButtons({ seq: frame.seq, rating: frame.rating, send: this.#actions.send, t: this.#t }));
    }
    return meta;
  }

  #message(frame, author) {
    const body = bubble(frame.text);
    if (author === "agent" && frame.html) {
      body.replaceChildren(safeFragment(frame.html));
      placeMarkers(body, [], {});
    }
    if (author !== "agent") return turn("customer", [body, this.#meta(frame)]);
    return turn("agent", [body, this.#meta({ ...frame, agent: frame.agent || this.#t("human") })]);
  }

  #meta({ at, agent }) {
    const meta = element("div", { className: "turn__meta" });
    if (agent) meta.append(element("span", { text: typeof agent === "string" ? agent : (agent.name ?? "") }));
    const moment = at ? new Date(at) : null;
    if (moment && !Number.isNaN(moment.valueOf())) {
      const text = moment.toLocaleTimeString(regionOf(this.#locale), { hour: "2-digit", minute: "2-digit" });
      meta.append(element("time", { text, attributes: { datetime: moment.toISOString() } }));
    }
    return meta;
  }

  #place(made, seq) {
    made.dataset.seq = seq;
    const later = [...this.#root.children].find((node) => Number(node.dataset.seq) > seq || node.classList.contains("turn--pending"));
    if (made.nextElementSibling === later && made.parentElement === this.#root) return;
    this.#root.insertBefore(made, later && later !== made ? later : null);
  }

  #endStream(replyTo) {
    this.#streams.get(replyTo)?.node.remove();
    this.#streams.delete(replyTo);
  }

  #discard(made, clientId) {
    this.#actions.discard(clientId);
    made.remove();
  }

  #ofSeq(seq) {
    return this.#root.querySelector(`[data-seq="${CSS.escape(String(seq))}"]`);
  }

  #ofClient(clientId) {
    return this.#root.querySelector(`[data-client="${CSS.escape(String(clientId))}"]`);
  }

  /** Keeps the end in view, unless the customer has scrolled up to read. */
  #follow(always) {
    const view = this.#root.parentElement;
    const near = view.scrollHeight - view.scrollTop - view.clientHeight < 240;
    if (always || near) view.scrollTop = view.scrollHeight;
  }
}

/** The browser knows the region, which decides between 14:05 and 2:05 PM; the page only knows the language. */
function regionOf(locale) {
  return navigator.languages?.find((language) => language.slice(0, 2) === locale.slice(0, 2)) ?? locale;
}

function turn(author, children) {
  return element("div", { className: `turn turn--${author}`, children });
}

function bubble(text) {
  return element("div", { className: "turn__bubble", text });
}
