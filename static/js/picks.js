/** Choosing several rows: [data-pick-all] sets every [data-pick] of its table. */
export function followPicks(root) {
  root.addEventListener("change", (event) => {
    const all = event.target.closest("[data-pick-all]");
    if (!all) return;
    for (const pick of all.closest("table").querySelectorAll("[data-pick]")) pick.checked = all.checked;
  });
  // A list that refreshes itself waits while somebody is choosing from it.
  root.addEventListener("htmx:beforeSwap", (event) => {
    const list = event.detail.target;
    if (event.detail.requestConfig?.elt === list && list.querySelector("[data-pick]:checked")) {
      event.detail.shouldSwap = false;
    }
  });
}
