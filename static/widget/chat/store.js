/**
 * What this browser keeps of a chat, apart for each bot and each person: the visitor's secret, the conversation's id,
 * the draft, and the outbox (one entry per key, so that two tabs never overwrite each other's).
 * No message that was delivered is kept here: the transcript always comes from the server.
 */
export class Store {
  constructor({ bot, person = "anonymous", area }) {
    this.prefix = `anamnesis:${bot}:${person}:`;
    this.area = area;
  }

  get state() {
    return read(this.area, `${this.prefix}state`) ?? {};
  }

  set state(value) {
    write(this.area, `${this.prefix}state`, { ...value, at: Date.now() });
  }

  get draft() {
    return read(this.area, `${this.prefix}draft`) ?? "";
  }

  set draft(text) {
    if (text) write(this.area, `${this.prefix}draft`, text);
    else this.area.removeItem(`${this.prefix}draft`);
  }

  /** Unacknowledged messages, oldest first. */
  outbox() {
    const start = `${this.prefix}out:`;
    const names = keysOf(this.area).filter((name) => name.startsWith(start));
    return names.map((name) => read(this.area, name)).filter(Boolean).sort((a, b) => a.at - b.at);
  }

  keep(entry) {
    write(this.area, `${this.prefix}out:${entry.client_id}`, entry);
  }

  drop(clientId) {
    this.area.removeItem(`${this.prefix}out:${clientId}`);
  }

  forget() {
    for (const name of keysOf(this.area)) if (name.startsWith(this.prefix)) this.area.removeItem(name);
  }

  /** Calls back when another tab changed or forgot the conversation. */
  onChangedElsewhere(callback) {
    addEventListener("storage", (event) => {
      if (event.key === `${this.prefix}state` || event.key === null) callback();
    });
  }
}

/** A name for the person of an identity token that does not write the person's id into the browser's storage. */
export function personOf(token) {
  if (!token) return "anonymous";
  try {
    const body = token.split(".")[1].replaceAll("-", "+").replaceAll("_", "/");
    return `known-${hash(String(JSON.parse(atob(body)).sub))}`;
  } catch {
    return `known-${hash(token)}`;
  }
}

/** A trial of a draft is nobody's conversation, and another draft begins another. */
export function previewPerson(preview) {
  return `preview-${hash(preview)}`;
}

/** The browser's own storage, or null where it is forbidden to frames of other sites. */
export function localArea(kind = "localStorage") {
  try {
    const area = window[kind];
    area.setItem("anamnesis:probe", "1");
    area.removeItem("anamnesis:probe");
    return area;
  } catch {
    return null;
  }
}

/** Stands in where storage is forbidden: kept in memory, and by the framing page if that listens to `onChange(name, value)`. */
export class BorrowedArea {
  #items;
  #onChange;

  constructor(items = {}, onChange = () => {}) {
    this.#items = new Map(Object.entries(items));
    this.#onChange = onChange;
  }

  get length() {
    return this.#items.size;
  }

  key(index) {
    return [...this.#items.keys()][index] ?? null;
  }

  getItem(name) {
    return this.#items.get(name) ?? null;
  }

  setItem(name, value) {
    this.#items.set(name, String(value));
    this.#onChange(name, String(value));
  }

  removeItem(name) {
    this.#items.delete(name);
    this.#onChange(name, null);
  }
}

function keysOf(area) {
  return Array.from({ length: area.length }, (_, index) => area.key(index)).filter((name) => name !== null);
}

function read(area, name) {
  try {
    return JSON.parse(area.getItem(name));
  } catch {
    return null;
  }
}

function write(area, name, value) {
  try {
    area.setItem(name, JSON.stringify(value));
  } catch {
    /* The quota is full: the message is still sent, it only would not survive a reload. */
  }
}

/** cyrb53 (public domain, github.com/bryc/code): not secret, only short and even. */
function hash(text) {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (const char of text) {
    const code = char.codePointAt(0);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36);
}
