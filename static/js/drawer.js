/** The sidebar as a drawer on a phone. */
export function followDrawer(root) {
  const shell = root.querySelector(".shell");
  const opener = root.querySelector("[data-open-drawer]");
  if (!shell || !opener) return;
  const set = (open) => {
    shell.dataset.drawer = open ? "open" : "closed";
    opener.setAttribute("aria-expanded", String(open));
    if (open) shell.querySelector(".sidebar a").focus();
    else if (shell.querySelector(".sidebar").contains(root.activeElement)) opener.focus();
  };
  root.addEventListener("click", (event) => {
    if (event.target.closest("[data-open-drawer]")) set(true);
    if (event.target.closest("[data-close-drawer]")) set(false);
  });
  root.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && shell.dataset.drawer === "open") set(false);
  });
}
