/**
 * One person's chat with one bot: greets, sends, resends, resumes. It knows nothing of the page; it tells what happened:
 * "welcome", "stored" (a message, reply or handover as the server has it), "pending", "acked", "refused" (a message of ours),
 * "delta", "status", "notice", "connection", "restarted".
 */
import { ChatSocket } from "./socket.js";

const ACK_WITHIN_MS = 10000;
const REFUSALS_BEFORE_GIVING_UP = 3;
/** A conversation begun before logging in joins the known customer only if it is this fresh: browsers are shared. */
const JOIN_WITHIN_MS = 30 * 60 * 1000;

export class Session extends EventTarget {
  #config;
  #store;
  #token = "";
  #socket;
  #seen = 0; // every message up to here has come
  #ahead = new Set(); // those beyond a gap: an ack may overtake a colleague's message
  #conversation = "";
  #joined = null;
  #refusals = new Map();
  #ackTimer = 0;
  #flushTimer = 0;

  constructor({ config, store, token = "", anonymous = null }) {
    super();
    this.#config = config;
    this.#store = store;
    this.#token = token;
    this.#joined = token ? joinable(store, anonymous) : null;
    this.#socket = new ChatSocket(config.socket, () => this.#hello());
    this.#socket.addEventListener("frame", (event) => this.#hear(event.detail));
    this.#socket.addEventListener("state", (event) => this.#tell("connection", event.detail));
    this.#socket.addEventListener("closed", (event) => this.#closed(event.detail));
  }

  get store() {
    return this.#store;
  }

  get lastSeq() {
    return Math.max(this.#seen, ...this.#ahead);
  }

  start() {
    for (const entry of this.#store.outbox()) this.#tell("pending", entry);
    this.#socket.open();
  }

  stop() {
    this.#socket.close();
    clearTimeout(this.#ackTimer);
    clearTimeout(this.#flushTimer);
  }

  hurry() {
    this.#socket.hurry();
  }

  /** Stores the message first, then sends: a closed laptop between the two loses nothing. */
  say(text) {
    const entry = { client_id: newId(), text, at: Date.now() };
    this.#store.keep(entry);
    this.#tell("pending", entry);
    this.#flush();
  }

  retry(clientId) {
    this.#refusals.delete(clientId);
    this.#flush();
    this.#socket.hurry();
  }

  discard(clientId) {
    this.#store.drop(clientId);
  }

  tell(frame) {
    return this.#socket.send(frame);
  }

  newConversation() {
    const { visitor } = this.#store.state;
    this.#restart({ visitor });
  }

  forget() {
    this.#store.forget();
    this.#restart({});
  }

  /** Another tab began anew or forgot: what is shown here is no longer this browser's conversation. */
  followOtherTab() {
    const { conversation } = this.#store.state;
    if (!this.#conversation || conversation === this.#conversation) return;
    this.#beginAnew();
    if (!conversation) return; // that tab is still asking for its new one
    this.#conversation = conversation;
    this.start();
  }

  /** The same person with a fresh token: used at the next greeting, at once when the line is down. */
  useToken(token) {
    this.#token = token;
    if (this.#socket.state !== "open") this.#socket.open();
  }

  #restart(state) {
    for (const entry of this.#store.outbox()) this.#store.drop(entry.client_id);
    this.#store.state = state;
    this.#beginAnew();
    this.#socket.open();
  }

  #hello() {
    const state = this.#joined ?? this.#store.state;
    const hello = { locale: this.#config.locale, after_seq: state.conversation ? this.#seen : 0 };
    const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (timeZone) hello.time_zone = timeZone;
    if (this.#config.preview) hello.preview = this.#config.preview;
    if (this.#token) hello.token = this.#token;
    if (state.visitor) hello.visitor = state.visitor;
    if (state.conversation) hello.conversation = state.conversation;
    return hello;
  }

  #hear(frame) {
    switch (frame?.type) {
      case "welcome":
        return this.#welcomed(frame);
      case "ack":
        return this.#acked(frame);
      case "reply":
      case "message":
        return this.#stored(frame);
      case "error":
        return this.#failed(frame);
      case "delta":
      case "status":
      case "handover":
      case "typing":
        return this.#tell(frame.type, frame);
      default:
        return undefined;
    }
  }

  #welcomed(frame) {
    const known = this.#store.state;
    if (known.conversation && known.conversation !== frame.conversation) this.#moved();
    this.#conversation = frame.conversation;
    this.#store.state = { visitor: frame.visitor ?? known.visitor, conversation: frame.conversation };
    if (this.#joined) this.#forgetJoined();
    this.#tell("welcome", frame);
    this.#flush();
  }

  /** The server would not give the old conversation back and began another: show that one, from its first message. */
  #moved() {
    this.#beginAnew();
    for (const entry of this.#store.outbox()) this.#tell("pending", entry);
  }

  #forgetJoined() {
    this.#joined.store.forget();
    this.#joined = null;
  }

  #acked({ client_id: clientId, seq }) {
    const entry = this.#store.outbox().find((kept) => kept.client_id === clientId);
    this.#store.drop(clientId);
    this.#refusals.delete(clientId);
    this.#notice(seq);
    this.#tell("acked", { client_id: clientId, seq, text: entry?.text });
    this.#watchAcks();
  }

  #stored(frame) {
    if (frame.client_id) this.#store.drop(frame.client_id);
    this.#notice(frame.seq);
    this.#tell("stored", frame);
  }

  #notice(seq) {
    if (Number.isInteger(seq) && seq > this.#seen) this.#ahead.add(seq);
    while (this.#ahead.delete(this.#seen + 1)) this.#seen += 1;
  }

  #flush() {
    clearTimeout(this.#flushTimer);
    if (this.#socket.state !== "open") return;
    for (const entry of this.#store.outbox()) {
      if (this.#givenUp(entry)) continue;
      this.#socket.send({ type: "message", client_id: entry.client_id, text: entry.text });
    }
    this.#watchAcks();
  }

  #watchAcks() {
    clearTimeout(this.#ackTimer);
    const open = this.#store.outbox().some((entry) => !this.#givenUp(entry));
    if (open) this.#ackTimer = setTimeout(() => this.#unanswered(), ACK_WITHIN_MS);
  }

  /** Sending again with the same client_id is safe; the probe finds a socket that only looks open. */
  #unanswered() {
    this.#socket.hurry();
    this.#flush();
  }

  #failed(frame) {
    if (/token|identity/.test(frame.code ?? "")) return this.#tell("token-needed", frame);
    if (this.#socket.state !== "open") return this.#refusedHello(frame);
    if (/ended/.test(frame.code ?? "")) return this.#moveOn();
    const mine = this.#store.outbox();
    const about = mine.find((entry) => entry.client_id === frame.client_id) ?? (frame.client_id ? null : mine[0]);
    if (frame.retry_after) this.#flushTimer = setTimeout(() => this.#flush(), frame.retry_after * 1000);
    else if (about && isAboutMessage(frame)) return this.#refused(about, frame.message);
    return this.#tell("notice", frame);
  }

  /** The conversation was closed on the other side: what is still to be said begins the next one. */
  #moveOn() {
    this.#store.state = { visitor: this.#store.state.visitor };
    this.#beginAnew();
    this.#tell("moved-on");
    for (const entry of this.#store.outbox()) this.#tell("pending", entry);
    this.#socket.open();
  }

  #refused(entry, message) {
    this.#store.drop(entry.client_id);
    this.#tell("refused", { client_id: entry.client_id, text: entry.text, message });
    this.#watchAcks();
  }

  /** Before the welcome an error is about what hello named: let go of the conversation first, then of the visitor. */
  #refusedHello(frame) {
    const { visitor, conversation } = this.#store.state;
    if (frame.retry_after) return this.#tell("notice", frame);
    if (this.#joined) this.#joined = null;
    else if (conversation) this.#store.state = { visitor };
    else if (visitor) this.#store.state = {};
    else return this.#tell("notice", frame);
    return this.#socket.open();
  }

  /** 1008 and 1009 after the greeting: the server closed because of what we sent. The same is not sent for ever. */
  #closed({ code, greeted }) {
    if (!greeted || (code !== 1008 && code !== 1009)) return;
    const [entry] = this.#store.outbox().filter((kept) => !this.#givenUp(kept));
    if (!entry) return;
    this.#refusals.set(entry.client_id, (this.#refusals.get(entry.client_id) ?? 0) + 1);
    if (this.#givenUp(entry)) this.#tell("refused", { client_id: entry.client_id, text: entry.text, keep: true });
  }

  #givenUp(entry) {
    return (this.#refusals.get(entry.client_id) ?? 0) >= REFUSALS_BEFORE_GIVING_UP;
  }

  #beginAnew() {
    this.#seen = 0;
    this.#ahead.clear();
    this.#tell("restarted");
  }

  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

function joinable(store, anonymous) {
  if (!anonymous || store.state.conversation) return null;
  const { visitor, conversation, at } = anonymous.state;
  return conversation && Date.now() - at < JOIN_WITHIN_MS ? { visitor, conversation, store: anonymous } : null;
}

function isAboutMessage(frame) {
  return Boolean(frame.client_id) || /message|text|empty|long|large/.test(frame.code ?? "");
}

/** crypto.randomUUID exists on secure pages only; shops are still met over plain HTTP on test machines. */
function newId() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
