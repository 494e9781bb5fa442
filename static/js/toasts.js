/** Passing messages: those in the page, and those a view sends as HX-Trigger: {"toast": {"level": …, "text": …}}. */
const STAY_MS = 6000;

export function followToasts(root) {
  const place = root.getElementById("toasts");
  if (!place) return;
  for (const toast of place.querySelectorAll("[data-toast]")) leaveLater(toast);
  new MutationObserver((changes) => {
    for (const change of changes) for (const node of change.addedNodes) if (node.matches?.("[data-toast]")) leaveLater(node);
  }).observe(place, { childList: true });
  root.addEventListener("click", (event) => event.target.closest("[data-close-toast]")?.closest("[data-toast]").remove());
  root.addEventListener("toast", (event) => showToast(root, event.detail));
  for (const failure of ["htmx:responseError", "htmx:sendError"]) {
    root.addEventListener(failure, () => showToast(root, { level: "error", text: root.body.dataset.requestFailed }));
  }
}

export function showToast(root, { level = "info", text }) {
  const toast = root.getElementById("toast-template").content.cloneNode(true).querySelector("[data-toast]");
  toast.classList.replace("toast--info", `toast--${level}`);
  toast.querySelector(".toast__text").textContent = text;
  root.getElementById("toasts").append(toast);
}

/** An error stays until it is closed: nobody should miss it by looking away. */
function leaveLater(toast) {
  if (!toast.classList.contains("toast--error")) setTimeout(() => toast.remove(), STAY_MS);
}
