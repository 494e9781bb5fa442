/** Two thumbs below an answer; a thumb down asks what was wrong, and takes silence for an answer. */
import { button, element, iconButton } from "./elements.js";

export function feedbackButtons({ seq, rating, send, t }) {
  const place = element("span", { className: "feedback", attributes: { role: "group", "aria-label": t("rate") } });
  const up = iconButton(t("helpful"), "thumbs-up", () => rate("up"));
  const down = iconButton(t("not_helpful"), "thumbs-down", () => rate("down"));
  place.append(up, down);
  show(rating);
  return place;

  function rate(value) {
    if (!send({ type: "feedback", seq, rating: value })) return;
    show(value);
    place.querySelector(".feedback__more")?.remove();
    if (value === "down") place.append(askWhy({ seq, send, t }));
  }

  function show(value) {
    up.setAttribute("aria-pressed", String(value === "up" || value > 3));
    down.setAttribute("aria-pressed", String(value === "down" || (value > 0 && value < 3)));
  }
}

function askWhy({ seq, send, t }) {
  const input = element("input", { className: "input", attributes: { "aria-label": t("what_was_wrong"), placeholder: t("what_was_wrong"), maxlength: "1000" } });
  const form = element("form", { className: "feedback__more", children: [input] });
  form.append(button(t("send"), () => {}, { className: "button button--small", attributes: { type: "submit" } }));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const comment = input.value.trim();
    if (comment && !send({ type: "feedback", seq, rating: "down", comment })) return;
    form.replaceWith(element("span", { className: "feedback__thanks", text: t("thanks"), attributes: { role: "status" } }));
  });
  setTimeout(() => input.focus());
  return form;
}
