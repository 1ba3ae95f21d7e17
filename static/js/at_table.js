// The page that players open from their table's sheet: what they send waits for the network instead of leaving for
// the browser's error page, also while the page is loaded again.
//
// #proposal            holds the form and, while it is not sent, the mark that says so
//   form.proposal-form
//   [data-words]       a result to be chosen, in words
//   [data-sends]       the button that sends it: what it says then, with %s for the words
//
// The form is locked until the server has answered: a second result of a match belongs to the page that comes back.
// It also works without this module.

import { enqueue, newKey, unanswered } from "./desk/queue.js";

const STORE = `proposal ${window.location.pathname}`; // of this table: what is not answered yet, until the tab is closed
let pressing = false;

document.addEventListener(
  "submit",
  (event) => {
    const form = event.target;
    if (pressing || !form.matches(".proposal-form")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const chosen = form.querySelector("[data-words]:checked");
    const kept = { key: newKey(), words: chosen?.labels[0].textContent.trim(), fields: typed(form) };
    window.sessionStorage.setItem(STORE, JSON.stringify(kept));
    send(form, kept);
  },
  true,
);

function typed(form) {
  return Array.from(new FormData(form)).filter(([name]) => name !== "csrfmiddlewaretoken");
}

function send(form, { key, words }) {
  form.inert = true;
  document.getElementById("content").focus({ preventScroll: true });
  const press = () => {
    pressing = true;
    document.querySelector(".proposal-form [data-save]:enabled")?.click();
    pressing = false;
  };
  enqueue(press, "proposal", words, key);
}

function sendAgain() {
  const form = document.querySelector(".proposal-form");
  const kept = JSON.parse(window.sessionStorage.getItem(STORE));
  if (!form || !kept) return;
  fill(form, kept.fields);
  showWords(form);
  send(form, kept);
}

function fill(form, fields) {
  const left = Array.from(fields);
  for (const field of form.elements) {
    const choice = ["checkbox", "radio"].includes(field.type);
    const at = left.findIndex(([name, value]) => name === field.name && (!choice || value === field.value));
    const [found] = at < 0 ? [] : left.splice(at, 1);
    if (choice) field.checked = Boolean(found);
    else if (found) [, field.value] = found;
  }
}

function showWords(form) {
  const words = form.querySelector("[data-words]:checked")?.dataset.words;
  const button = form.querySelector("[data-sends]");
  if (words) button.textContent = button.dataset.sends.replace("%s", () => words);
}

document.addEventListener("change", ({ target }) => {
  if (target.matches("[data-words]")) showWords(target.form);
});

document.addEventListener("htmx:afterRequest", ({ detail }) => {
  const form = detail.requestConfig.elt;
  if (!form.matches(".proposal-form") || unanswered(detail.xhr)) return;
  window.sessionStorage.removeItem(STORE);
  form.inert = false;
  document.querySelector("#proposal [aria-invalid=true]")?.focus();
});

// What was wrong with a cell is no longer said once it has been changed: whether it is right now, the server says.
document.addEventListener("input", ({ target }) => {
  if (!target.matches(".proposal-form [aria-invalid=true]")) return;
  target.removeAttribute("aria-invalid");
  target.removeAttribute("aria-describedby");
  document.getElementById(`${target.id}-error`)?.remove();
});

document.addEventListener("DOMContentLoaded", sendAgain);
