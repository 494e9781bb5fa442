/** Dialogs by data-open-dialog="id" and data-close-dialog; the side panel opens when htmx has filled it. */
const PHONE = "(max-width: 48rem)";

export function followDialogs(root) {
  root.addEventListener("click", (event) => {
    const opener = event.target.closest("[data-open-dialog]");
    if (opener) root.getElementById(opener.dataset.openDialog)?.showModal();
    const closer = event.target.closest("[data-close-dialog]");
    if (closer) closer.closest("dialog").close();
    if (event.target instanceof HTMLDialogElement) closeOnVeil(event);
  });
  root.addEventListener("keydown", (event) => {
    if (event.key === "Escape") root.querySelector("#side-panel[open]")?.close();
  });
  root.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target?.id === "side-panel-body") openSidePanel(root);
  });
}

/** On a desk the page beside the panel stays usable; on a phone the panel is all there is, so it holds the focus. */
export function openSidePanel(root) {
  const panel = root.getElementById("side-panel");
  const title = panel.querySelector("#side-panel-body [data-panel-title]");
  panel.querySelector("#side-panel-title").textContent = title?.dataset.panelTitle || title?.textContent || "";
  if (panel.open) return;
  if (matchMedia(PHONE).matches) panel.showModal();
  else panel.show();
}

function closeOnVeil(event) {
  const box = event.target.getBoundingClientRect();
  const inside =
    event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom;
  if (!inside && event.detail > 0) event.target.close();
}
