/** The number of a source within a reply opens why the reply is so: the passages stand there. */
export function followCitations(root) {
  root.addEventListener("click", (event) => {
    const number = event.target.closest(".turn .citation");
    number?.closest(".turn").querySelector("[data-why]")?.click();
  });
}
