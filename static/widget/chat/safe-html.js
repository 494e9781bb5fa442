/**
 * The server sanitises a reply's HTML; this is the second lock. The markup is parsed in an inert document and only known
 * elements and attributes are copied, so nothing in it can run or fetch.
 */
const ELEMENTS = new Set(
  "A B BLOCKQUOTE BR CODE DEL EM H1 H2 H3 H4 H5 H6 HR I LI OL P PRE S SPAN STRONG SUB SUP TABLE TBODY TD TH THEAD TR UL".split(" "),
);
const DROPPED_WHOLE = new Set("SCRIPT STYLE IFRAME OBJECT EMBED TEMPLATE NOSCRIPT SVG MATH TITLE TEXTAREA".split(" "));
const SCHEMES = new Set(["http:", "https:", "mailto:", "tel:"]);

export function safeFragment(html) {
  const parsed = new DOMParser().parseFromString(html, "text/html");
  const fragment = document.createDocumentFragment();
  copyChildren(parsed.body, fragment);
  return fragment;
}

/** An address that may be followed, or "" when it may not. */
export function safeUrl(address) {
  try {
    const url = new URL(address, location.href);
    return SCHEMES.has(url.protocol) ? url.href : "";
  } catch {
    return "";
  }
}

/** Where a citation stands; citations.js puts its button there. */
function citationPlace(label) {
  const place = document.createElement("span");
  place.dataset.citation = label;
  return place;
}

export function dressLink(link, address) {
  link.href = address;
  link.target = "_blank";
  link.rel = "noopener noreferrer nofollow";
}

function copyChildren(source, target) {
  for (const node of source.childNodes) {
    if (node.nodeType === Node.TEXT_NODE) target.append(node.data);
    else if (node.nodeType === Node.ELEMENT_NODE) copyElement(node, target);
  }
}

function copyElement(node, target) {
  const name = node.tagName.toUpperCase();
  if (DROPPED_WHOLE.has(name)) return;
  const label = node.getAttribute("data-citation");
  if (label) {
    target.append(citationPlace(label));
    return;
  }
  if (!ELEMENTS.has(name)) {
    copyChildren(node, target);
    return;
  }
  const copy = document.createElement(name);
  if (name === "A") {
    const address = safeUrl(node.getAttribute("href") ?? "");
    if (address) dressLink(copy, address);
  }
  if (name === "OL" && /^\d{1,6}$/.test(node.getAttribute("start") ?? "")) copy.start = Number(node.getAttribute("start"));
  copyChildren(node, copy);
  target.append(copy);
}
