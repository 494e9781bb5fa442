/** <form data-upload>: files may be dropped on it, and while they travel the bar moves. [data-drop]: only the dropping. */
export function followUploads(root) {
  for (const form of root.querySelectorAll("form[data-upload], [data-drop]")) followUpload(form);
}

function followUpload(form) {
  const input = form.querySelector("input[type=file]");
  for (const name of ["dragenter", "dragover"]) {
    form.addEventListener(name, (event) => {
      event.preventDefault();
      form.classList.add("upload--over");
    });
  }
  for (const name of ["dragleave", "drop"]) form.addEventListener(name, () => form.classList.remove("upload--over"));
  form.addEventListener("drop", (event) => {
    event.preventDefault();
    if (!event.dataTransfer.files.length) return;
    input.files = event.dataTransfer.files;
    input.dispatchEvent(new Event("change", { bubbles: true }));
  });
  form.addEventListener("submit", () => {
    const bar = form.querySelector("progress");
    bar.removeAttribute("value"); // how far it is nobody can say
    bar.hidden = false;
  });
}
