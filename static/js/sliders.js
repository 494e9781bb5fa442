/** <input type="range" data-slider> with an <output> behind it: the number follows the thumb. */
export function followSliders(root) {
  root.addEventListener("input", (event) => {
    if (!event.target.matches?.("[data-slider]")) return;
    const output = event.target.nextElementSibling;
    if (output) output.value = Number(event.target.value).toFixed(2);
  });
}
