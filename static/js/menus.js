/** <details class="menu"> closes on a click elsewhere and on Escape, which gives the focus back. */
export function followMenus(root) {
  root.addEventListener("click", (event) => closeMenus(root, event.target));
  root.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    const open = root.querySelector("details.menu[open]");
    closeMenus(root, null);
    open?.querySelector("summary").focus();
  });
}

function closeMenus(root, except) {
  for (const menu of root.querySelectorAll("details.menu[open]")) {
    if (!except || !menu.contains(except)) menu.open = false;
  }
}
