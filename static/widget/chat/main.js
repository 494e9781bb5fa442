/** Puts the framed chat together. Everything it needs stands in the page as JSON; see templates/widget/frame.html. */
import { Bridge } from "./bridge.js";
import { SourceSheet } from "./citations.js";
import { Composer } from "./composer.js";
import { Header } from "./header.js";
import { Log } from "./log.js";
import { ProvenanceCard } from "./provenance.js";
import { Session } from "./session.js";
import { BorrowedArea, localArea, personOf, previewPerson, Store } from "./store.js";
import { makeTranslate } from "./strings.js";

const PARENT_SPEAKS_WITHIN_MS = 1500;

const config = JSON.parse(document.getElementById("chat-config").textContent);
const t = makeTranslate(config.strings);
const forTheTab = config.storage === "session" || config.preview;
const ownArea = localArea(forTheTab ? "sessionStorage" : "localStorage");
const bridge = new Bridge(config.bot);
const find = (name) => document.querySelector(`[data-chat-${name}]`);

const sheet = new SourceSheet(find("sheet"), { t, locale: config.locale });
const card = new ProvenanceCard(document.querySelector(".chat"), { t, locale: config.locale });
const header = new Header(find("header"), find("status"), { t, onSlow: () => session?.hurry() });
const log = new Log(find("log"), {
  t,
  locale: config.locale,
  actions: {
    openSources: (citations, index) => sheet.show(citations, index),
    describe: (button, citation) => card.describe(button, citation),
    send: (frame) => session.tell(frame),
    say: (text) => session.say(text),
    retry: (clientId) => session.retry(clientId),
    discard: (clientId) => session.discard(clientId),
    human: askHuman,
  },
});

let area = ownArea ?? new BorrowedArea();
let session = null;
let composer = null;
let visible = !bridge.framed;
let unread = 0;
let humanMode = false;

bridge.addEventListener("token", (event) => {
  const { token, kept } = event.detail;
  if (!ownArea && kept && !session) area = new BorrowedArea(kept, (name, value) => bridge.keep(name, value));
  become(token);
});
bridge.addEventListener("visible", (event) => show(event.detail));
followPage();
bridge.ready();
if (!bridge.framed) become("");
else setTimeout(() => session || become(""), PARENT_SPEAKS_WITHIN_MS);

/** Another person than before gets another store, another session and an empty page. */
function become(token) {
  const store = new Store({ bot: config.bot, person: config.preview ? previewPerson(config.preview) : personOf(token), area });
  if (session?.store.prefix === store.prefix) return session.useToken(token);
  session?.stop();
  const anonymous = token ? new Store({ bot: config.bot, area }) : null;
  session = new Session({ config, store, token, anonymous });
  followSession(session);
  clearPage();
  makeComposer(store);
  session.start();
  return undefined;
}

function makeComposer(store) {
  const old = find("composer");
  const form = old.cloneNode(true); // lets go of the listeners of the person before
  old.replaceWith(form);
  composer = new Composer(form, {
    limit: config.max_length,
    draft: store.draft,
    onSend: (text) => session.say(text),
    onTyping: () => session.tell({ type: "typing" }),
    onDraft: (text) => (store.draft = text),
  });
}

function followSession(current) {
  const on = (name, act) => current.addEventListener(name, (event) => current === session && act(event.detail));
  on("restarted", clearPage);
  on("connection", (state) => header.connection(state));
  on("welcome", welcomed);
  on("pending", (entry) => log.pending(entry));
  on("acked", (frame) => {
    log.acked(frame);
    if (!humanMode) header.doing("thinking");
  });
  on("refused", (entry) => log.refused(entry));
  on("stored", stored);
  on("delta", (frame) => {
    header.doing(null);
    log.delta(frame);
  });
  on("status", (frame) => header.doing(frame.state));
  on("typing", () => header.doing("typing"));
  on("handover", handover);
  on("moved-on", () => log.divider(t("moved_on")));
  on("notice", (frame) => notify(frame.message || t("went_wrong")));
  on("token-needed", () => {
    bridge.tokenNeeded();
    notify(t("session_expired"));
  });
  current.store.onChangedElsewhere(() => current === session && current.followOtherTab());
}

function welcomed(frame) {
  find("notice").hidden = true;
  header.name(frame.bot);
  log.greet(frame.bot?.greeting || config.greeting);
  setHuman(frame.mode === "human" ? t("with_human") : frame.waiting ? t("waiting_human") : "");
}

function stored(frame) {
  const fromOther = log.stored(frame);
  if (frame.type === "reply" || frame.author !== "customer") header.doing(null);
  if (!fromOther) return;
  if (visible) readUpTo(frame.seq);
  else bridge.unread(++unread);
}

function readUpTo(seq) {
  session.tell({ type: "read", seq });
}

function handover({ state, agent }) {
  const name = typeof agent === "string" ? agent : agent?.name;
  const text = { queued: t("human_queued"), joined: t("human_joined", { name: name || t("colleague") }), ended: t("human_ended") }[state];
  if (text) log.divider(text);
  header.doing(null);
  setHuman(state === "queued" ? t("waiting_human") : state === "joined" ? t("with_name", { name: name || t("colleague") }) : "");
}

function setHuman(text) {
  humanMode = Boolean(text);
  log.besideHuman = humanMode;
  header.human(text);
}

function askHuman() {
  if (!session.tell({ type: "human" })) notify(t("reconnecting"));
}

function clearPage() {
  log.clear();
  sheet.close();
  card.hide();
  header.doing(null);
  setHuman("");
  log.greet(config.greeting);
}

function show({ visible: now, focus }) {
  visible = now;
  if (!now) return;
  unread = 0;
  if (session?.lastSeq) readUpTo(session.lastSeq);
  if (focus && matchMedia("(hover: hover)").matches) composer?.focus();
}

function notify(text) {
  const place = find("notice");
  place.querySelector("[data-notice-text]").textContent = text;
  place.hidden = false;
}

function followPage() {
  const menu = find("menu");
  document.addEventListener("click", (event) => {
    const action = event.target.closest("[data-action]")?.dataset.action;
    if (!menu.contains(event.target) || action) menu.open = false;
    if (action) act(action);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || document.querySelector("dialog[open]")) return;
    if (menu.open) menu.open = false;
    else bridge.close();
  });
  find("close").hidden = !bridge.framed;
}

function act(action) {
  if (action === "close") bridge.close();
  if (action === "human") askHuman();
  if (action === "dismiss") find("notice").hidden = true;
  if (action === "retry") session.hurry();
  if (action === "new") confirmThen("new", () => session.newConversation());
  if (action === "forget") confirmThen("forget", () => session.forget());
}

function confirmThen(what, go) {
  const dialog = find("confirm");
  const unsent = session.store.outbox().length;
  dialog.querySelector("[data-confirm-text]").textContent = t(`confirm_${what}`);
  dialog.querySelector("[data-confirm-unsent]").textContent = unsent ? t("confirm_unsent", { count: unsent }) : "";
  dialog.querySelector("[data-confirm-yes]").textContent = t(`do_${what}`);
  dialog.returnValue = "";
  dialog.addEventListener("close", () => dialog.returnValue === "yes" && go(), { once: true });
  dialog.showModal();
}
