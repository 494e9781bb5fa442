/** Elements without strings of HTML. */
export function element(name, { className = "", text = "", attributes = {}, children = [] } = {}) {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text) made.textContent = text;
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...children);
  return made;
}

export function button(label, onClick, { className = "button button--small button--quiet", iconName = "", attributes = {} } = {}) {
  const made = element("button", { className, attributes: { type: "button", ...attributes } });
  if (iconName) made.append(icon(iconName));
  made.append(label);
  made.addEventListener("click", onClick);
  return made;
}

export function iconButton(label, name, onClick) {
  const made = button("", onClick, {
    className: "button button--small button--quiet button--icon",
    iconName: name,
    attributes: { "aria-label": label, title: label },
  });
  return made;
}

export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `${document.documentElement.dataset.icons}#${name}`);
  svg.append(use);
  return svg;
}
