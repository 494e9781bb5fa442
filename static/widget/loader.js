/**
 * The script of <script async src="…/widget.js" data-bot="KEY"></script>: a launcher in a shadow root, the chat in a frame.
 * Attributes: data-bot; data-locale (en, zh-hans); data-position (right, left); data-z-index; data-theme (auto, light, dark);
 * data-token (identity JWT); data-label (words beside the icon); data-storage ("session" forgets when the tab closes).
 * The page may call Anamnesis.open(key), close(key), identify(token, key); key may be left out when there is one bot.
 * It runs on pages with a strict CSP (they allow this origin in script-src and frame-src): no eval, no inline style.
 */
(() => {
  "use strict";
  const script = document.currentScript;
  const key = script?.dataset.bot;
  if (!key) return console.warn("Anamnesis: the script tag has no data-bot.");
  const registry = (window.Anamnesis ??= makeRegistry());
  if (registry.widgets.has(key)) return;
  registry.widgets.set(key, null);

  const options = { ...script.dataset };
  const base = new URL(".", script.src);
  const chinese = (options.locale || document.documentElement.lang || navigator.language || "en").toLowerCase().startsWith("zh");
  const words = chinese
    ? { open: "打开聊天", close: "关闭聊天", opening: "正在打开…", failed: "聊天暂时打不开。", retry: "重试" }
    : { open: "Open chat", close: "Close chat", opening: "Opening…", failed: "The chat cannot be reached.", retry: "Try again" };
  const SANDBOX = "allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox"; // never the top page
  const READY_WITHIN_MS = 12000;
  const phone = matchMedia("(max-width: 30rem), (max-height: 26rem)");

  if (document.body) start();
  else document.addEventListener("DOMContentLoaded", start, { once: true });

  function start() {
    const place = [...registry.widgets.values()].filter((widget) => widget?.position === position()).length;
    const parts = build(place);
    const widget = { position: position(), open, close, identify };
    registry.widgets.set(key, widget);
    let frame = null;
    let ready = false;
    let isOpen = false;
    let deadline = 0;

    parts.launcher.addEventListener("click", () => (isOpen ? close() : open()));
    parts.close.addEventListener("click", close);
    parts.retry.addEventListener("click", load);
    parts.panel.addEventListener("keydown", (event) => event.key === "Escape" && close());
    window.addEventListener("message", hear);
    window.visualViewport?.addEventListener("resize", fitKeyboard);
    if (recall() && !phone.matches) open({ quietly: true });

    function open({ quietly = false } = {}) {
      isOpen = true;
      parts.panel.hidden = false;
      parts.launcher.setAttribute("aria-expanded", "true");
      parts.launcher.setAttribute("aria-label", words.close);
      parts.host.classList.add("is-open");
      showUnread(0);
      if (!frame) load();
      remember("1");
      fitKeyboard();
      tell({ type: "visible", visible: true, focus: !quietly });
      if (!quietly && ready) frame.focus();
    }

    function close() {
      isOpen = false;
      parts.panel.hidden = true;
      parts.launcher.setAttribute("aria-expanded", "false");
      parts.launcher.setAttribute("aria-label", words.open);
      parts.host.classList.remove("is-open");
      remember("");
      tell({ type: "visible", visible: false });
      parts.launcher.focus();
    }

    function identify(token) {
      script.dataset.token = token || "";
      tell({ type: "token", token: script.dataset.token });
    }

    function load() {
      ready = false;
      frame?.remove();
      parts.cover.hidden = false;
      parts.coverText.textContent = words.opening;
      parts.retry.hidden = true;
      frame = makeFrame(parts.panel);
      clearTimeout(deadline);
      deadline = setTimeout(fail, READY_WITHIN_MS);
    }

    function fail() {
      if (ready) return;
      parts.coverText.textContent = words.failed;
      parts.retry.hidden = false;
    }

    function hear(event) {
      if (!frame || event.source !== frame.contentWindow || event.origin !== base.origin) return;
      const message = event.data;
      if (message?.anamnesis !== key) return;
      if (message.type === "ready") welcomeFrame();
      if (message.type === "close") close();
      if (message.type === "keep") keep(message.name, message.value);
      if (message.type === "unread") showUnread(isOpen ? 0 : message.count);
      if (message.type === "token-needed") script.dispatchEvent(new CustomEvent("anamnesis:token-needed", { bubbles: true }));
    }

    function welcomeFrame() {
      ready = true;
      clearTimeout(deadline);
      parts.cover.hidden = true;
      tell({ type: "token", token: script.dataset.token || "", kept: kept() });
      tell({ type: "visible", visible: isOpen, focus: isOpen });
    }

    function tell(message) {
      if (ready) frame.contentWindow.postMessage({ anamnesis: key, ...message }, base.origin);
    }

    function showUnread(count) {
      parts.badge.hidden = !count;
      parts.badge.textContent = count > 9 ? "9+" : String(count || "");
    }

    /** iOS keeps a fixed box under its keyboard; the visual viewport says how much is left. */
    function fitKeyboard() {
      const room = phone.matches && isOpen && window.visualViewport ? `${window.visualViewport.height}px` : "";
      parts.panel.style.height = room;
    }
  }

  function position() {
    return options.position === "left" ? "left" : "right";
  }

  function makeFrame(panel) {
    const frame = document.createElement("iframe");
    const url = new URL(`w/${encodeURIComponent(key)}/`, base);
    url.searchParams.set("framed", "1");
    for (const name of ["locale", "theme", "storage"]) if (options[name]) url.searchParams.set(name, options[name]);
    if (!options.locale && chinese) url.searchParams.set("locale", "zh-hans");
    frame.title = chinese ? "聊天" : "Chat";
    if (base.origin !== location.origin) frame.setAttribute("sandbox", SANDBOX);
    frame.referrerPolicy = "strict-origin-when-cross-origin";
    frame.src = url.href;
    panel.append(frame);
    return frame;
  }

  function remember(value) {
    keep(`anamnesis:${key}:open`, value || null);
  }

  function recall() {
    return kept()[`anamnesis:${key}:open`];
  }

  /** Some browsers forbid storage to frames of other sites; then this page keeps the frame's few lines, and only those. */
  function keep(name, value) {
    if (typeof name !== "string" || !name.startsWith(`anamnesis:${key}:`)) return;
    try {
      if (value === null) area().removeItem(name);
      else area().setItem(name, String(value));
    } catch {
      /* A page may forbid storage too; then the chat lasts as long as the page. */
    }
  }

  function kept() {
    try {
      return Object.fromEntries(Object.entries(area()).filter(([name]) => name.startsWith(`anamnesis:${key}:`)));
    } catch {
      return {};
    }
  }

  function area() {
    return options.storage === "session" ? sessionStorage : localStorage;
  }

  function build(place) {
    const host = element("div", "");
    host.dataset.anamnesis = key;
    host.style.setProperty("--z", String(Number.parseInt(options.zIndex, 10) || 2147483000));
    host.style.setProperty("--place", String(place));
    host.className = `is-${position()}${options.theme === "dark" ? " is-dark" : ""}${options.theme === "light" ? " is-light" : ""}`;
    const root = host.attachShadow({ mode: "open" });
    dress(root);
    const launcher = element("button", "launcher", { type: "button", "aria-label": words.open, "aria-expanded": "false" });
    launcher.append(icon("M7.9 20A9 9 0 1 0 4 16.1L2 22Z", "chat"), icon("m6 9 6 6 6-6", "down"));
    if (options.label) launcher.append(element("span", "label", {}, options.label));
    const badge = launcher.appendChild(element("span", "badge"));
    badge.hidden = true;
    const panel = element("div", "panel", { role: "dialog", "aria-label": chinese ? "聊天" : "Chat" });
    panel.hidden = true;
    const cover = panel.appendChild(element("div", "cover"));
    const close = cover.appendChild(element("button", "close", { type: "button", "aria-label": words.close }));
    close.append(icon("M18 6 6 18M6 6l12 12", "x"));
    const coverText = cover.appendChild(element("p", "", { role: "status" }));
    const retry = cover.appendChild(element("button", "retry", { type: "button" }, words.retry));
    root.append(panel, launcher);
    document.body.append(host);
    return { host, launcher, badge, panel, cover, coverText, close, retry };
  }

  function element(name, className, attributes = {}, text = "") {
    const made = document.createElement(name);
    if (className) made.className = className;
    for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
    if (text) made.textContent = text;
    return made;
  }

  function icon(path, className) {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("viewBox", "0 0 24 24");
    svg.setAttribute("class", className);
    svg.setAttribute("aria-hidden", "true");
    const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
    line.setAttribute("d", path);
    svg.append(line);
    return svg;
  }

  /** A constructed sheet is allowed where an inline <style> is not. */
  function dress(root) {
    try {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(CSS_TEXT());
      root.adoptedStyleSheets = [sheet];
    } catch {
      root.append(element("style", "", {}, CSS_TEXT()));
    }
  }

  function CSS_TEXT() {
    const dark = "--accent:#7cc4ae;--on-accent:#0c1f18;--surface:#1b201d;--ink:#ece7db;--line:#2d342f;--wrong:#f2a095;--on-wrong:#2a0f0c";
    return `
:host{all:initial;position:fixed;z-index:var(--z);bottom:0;width:0;height:0;--accent:#1e5b4f;--on-accent:#fbf8f1;--surface:#fffdf8;--ink:#1f2722;--line:#e2dbcb;--wrong:#9c2a2a;--on-wrong:#fffaf6;
font:400 15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif}
:host(.is-right){right:0}:host(.is-left){left:0}
@media (prefers-color-scheme:dark){:host(:not(.is-light)){${dark}}}
:host(.is-dark){${dark}}
[hidden]{display:none!important}
button{font:inherit;cursor:pointer}
button:focus-visible{outline:3px solid #b5651d;outline-offset:3px}
svg{width:26px;height:26px;fill:none;stroke:currentColor;stroke-width:1.9;stroke-linecap:round;stroke-linejoin:round}
.launcher{position:fixed;bottom:calc(20px + env(safe-area-inset-bottom,0px) + var(--place)*70px);display:flex;gap:10px;align-items:center;justify-content:center;min-width:56px;height:56px;padding:0 15px;border:0;border-radius:28px;background:var(--accent);color:var(--on-accent);box-shadow:0 6px 24px rgb(40 32 16/28%);transition:transform 160ms ease-out}
.launcher:hover{transform:translateY(-2px)}
:host(.is-right) .launcher{right:20px}:host(.is-left) .launcher{left:20px}
.label{padding-right:4px;font-weight:600}
.down,:host(.is-open) .chat{display:none}:host(.is-open) .down{display:block}
.badge{position:absolute;top:-4px;right:-4px;min-width:20px;height:20px;padding:0 5px;box-sizing:border-box;border-radius:10px;background:var(--wrong);color:var(--on-wrong);font-size:12px;font-weight:700;line-height:20px;text-align:center}
.panel{position:fixed;bottom:calc(90px + env(safe-area-inset-bottom,0px) + var(--place)*70px);width:400px;height:min(660px,calc(100vh - 110px - var(--place)*70px));max-width:calc(100vw - 40px);overflow:hidden;border:1px solid var(--line);border-radius:18px;background:var(--surface);color:var(--ink);box-shadow:0 18px 56px rgb(40 32 16/26%)}
:host(.is-right) .panel{right:20px}:host(.is-left) .panel{left:20px}
iframe{position:absolute;inset:0;width:100%;height:100%;border:0}
.cover{position:absolute;z-index:1;inset:0;display:flex;flex-direction:column;gap:12px;align-items:center;justify-content:center;padding:24px;background:var(--surface);text-align:center}
.cover p{margin:0}
.close{position:absolute;top:10px;right:10px;display:grid;place-items:center;width:40px;height:40px;padding:0;border:0;border-radius:10px;background:none;color:var(--ink)}
.retry{padding:9px 18px;border:0;border-radius:10px;background:var(--accent);color:var(--on-accent);font-weight:600}
@media (max-width:30rem),(max-height:26rem){
.panel{inset:0!important;width:100%;height:100dvh;max-width:none;border:0;border-radius:0}
:host(.is-open) .launcher{display:none}}
@media (prefers-reduced-motion:reduce){.launcher{transition:none}}`;
  }

  function makeRegistry() {
    const widgets = new Map();
    const pick = (wanted) => widgets.get(wanted ?? widgets.keys().next().value);
    return {
      widgets,
      open: (wanted) => pick(wanted)?.open(),
      close: (wanted) => pick(wanted)?.close(),
      identify: (token, wanted) => pick(wanted)?.identify(token),
    };
  }
})();
