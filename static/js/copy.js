/** <button data-copy="#id"> puts the text of that element on the clipboard, or selects it where that is not allowed. */
import { showToast } from "./toasts.js";

export function followCopies(root) {
  root.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    const source = root.querySelector(button.dataset.copy);
    try {
      await navigator.clipboard.writeText(source.value ?? source.textContent);
      showToast(root, { level: "success", text: root.body.dataset.copied });
    } catch {
      getSelection().selectAllChildren(source); // plain HTTP has no clipboard
    }
  });
}
