/** Asks in our own dialog before what cannot be taken back: hx-confirm="…" and <form data-confirm="…">. */
export function followConfirms(root) {
  root.addEventListener("htmx:confirm", (event) => {
    if (!event.detail.question) return;
    event.preventDefault();
    ask(root, event.detail.question).then((yes) => yes && event.detail.issueRequest(true));
  });
  root.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.dataset.confirm || form.dataset.confirmed) return;
    event.preventDefault();
    const submitter = event.submitter;
    ask(root, form.dataset.confirm).then((yes) => {
      if (!yes) return;
      form.dataset.confirmed = "yes";
      form.requestSubmit(submitter);
      delete form.dataset.confirmed;
    });
  });
}

function ask(root, question) {
  const dialog = root.getElementById("confirm-dialog");
  dialog.querySelector("#confirm-text").textContent = question;
  dialog.returnValue = "no";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  });
}
