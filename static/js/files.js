/** <form data-files>: each file travels by itself, with its own bar and its own answer, and can be looked at before.
 *
 * data-preview: where a file is sent to be shown; data-refresh: the list that is fetched again when all have arrived.
 * The form holds a <template> of one row and a [data-file-list]. */
import { openSidePanel } from "./dialogs.js";

export function followFiles(root) {
  for (const form of root.querySelectorAll("form[data-files]")) followForm(root, form);
}

function followForm(root, form) {
  const input = form.querySelector("input[type=file]");
  const rows = new Map(); // row -> File
  for (const name of ["dragenter", "dragover"]) {
    form.addEventListener(name, (event) => {
      event.preventDefault();
      form.classList.add("upload--over");
    });
  }
  for (const name of ["dragleave", "drop"]) form.addEventListener(name, () => form.classList.remove("upload--over"));
  form.addEventListener("drop", (event) => {
    event.preventDefault();
    for (const file of event.dataTransfer.files) add(form, rows, file);
  });
  input.addEventListener("change", () => {
    for (const file of input.files) add(form, rows, file);
    input.value = "";
  });
  form.addEventListener("click", (event) => {
    const row = event.target.closest("[data-file-row]");
    if (event.target.closest("[data-preview-file]")) preview(root, form, rows.get(row));
    if (event.target.closest("[data-drop-file]")) drop(form, rows, row);
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    await sendAll(form, rows);
    window.htmx?.ajax("GET", form.dataset.refresh, { target: "#rows", swap: "outerHTML" });
  });
}

function add(form, rows, file) {
  const row = form.querySelector("template").content.cloneNode(true).querySelector("[data-file-row]");
  row.querySelector("[data-file-name]").textContent = file.name;
  row.querySelector("[data-file-size]").textContent = size(file.size);
  form.querySelector("[data-file-list]").append(row);
  rows.set(row, file);
  count(form, rows);
}

function drop(form, rows, row) {
  rows.delete(row);
  row.remove();
  count(form, rows);
}

/** The button is there while something waits. */
function count(form, rows) {
  form.querySelector("[type=submit]").disabled = !waiting(rows).length;
}

function waiting(rows) {
  return [...rows.keys()].filter((row) => !row.dataset.state);
}

async function sendAll(form, rows) {
  for (const row of waiting(rows)) {
    row.dataset.state = "sending";
    count(form, rows);
    const answer = await send(form, row, rows.get(row));
    row.dataset.state = answer.taken ? "taken" : "refused";
    row.querySelector("[data-file-said]").textContent = answer.text;
    if (answer.state) follow(row, answer.state);
  }
}

// Says how the indexing goes, until it is done or the page is left.
async function follow(row, address) {
  for (let wait = 700; row.isConnected; wait = Math.min(wait * 1.4, 5000)) {
    await new Promise((resolve) => setTimeout(resolve, wait));
    const answer = await fetch(address).catch(() => null);
    if (!answer?.ok) return;
    const state = await answer.json();
    row.querySelector("[data-file-said]").textContent = state.text;
    if (state.failed) row.dataset.state = "refused";
    if (state.done) return;
  }
}

function send(form, row, file) {
  const bar = row.querySelector("progress");
  bar.hidden = false;
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.upload.addEventListener("progress", (event) => {
      if (event.lengthComputable) bar.value = Math.round((100 * event.loaded) / event.total);
      if (event.loaded === event.total) bar.removeAttribute("value"); // it is being read; how long that takes nobody can say
    });
    request.addEventListener("loadend", () => {
      bar.hidden = true;
      resolve(request.status === 200 ? request.response : { taken: false, text: document.body.dataset.requestFailed });
    });
    request.open("POST", form.action);
    request.responseType = "json";
    request.setRequestHeader("X-One-File", "yes");
    request.send(body(form, file));
  });
}

async function preview(root, form, file) {
  const panel = root.getElementById("side-panel-body");
  const answer = await fetch(form.dataset.preview, { method: "POST", body: body(form, file) });
  panel.replaceChildren(document.createRange().createContextualFragment(await answer.text()));
  openSidePanel(root);
}

function body(form, file) {
  const data = new FormData();
  data.append("csrfmiddlewaretoken", form.elements.csrfmiddlewaretoken.value);
  data.append("files", file);
  return data;
}

function size(bytes) {
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 1024 * 1024 ? `${Math.round(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
