// Leaves of a list those with a name in which words begin as is typed, at once. Without JavaScript the server does it;
// where it does not, the form is hidden until this module shows it.
//
// input[data-filters=ID]  what is typed; its form is sent no more: Enter goes to the one that is left, or asks which,
//                         with data-which, where there are more, unless the list, told by "found" with all of these, does
//                         otherwise. "filtered" tells it that somebody has typed
// #ID                     the list: its children, or what data-items, a selector, finds in it. data-key: the names in
//                         lower case without accents and apostrophes. Without it they are in its .seat, .seats or th
// #ID > details           parts of it that are folded: opened by what is typed
// #ID [data-nobody]       shown where nobody is left
//
// Nothing of the list is replaced, so that an answer to a tap finds the place it was made for. Rows, or a list, that
// htmx puts there are filtered like the others; the one with the focus stays.

import "./key_of.js";

const field = document.querySelector("[data-filters]");
const list = () => document.getElementById(field.dataset.filters);
const nobodyIn = (list) => list.querySelector("[data-nobody]");
const itemsOf = (list) => {
  const all = field.dataset.items ? list.querySelectorAll(field.dataset.items) : list.children;
  return [...all].filter((item) => !item.matches("[data-nobody]"));
};

function namesIn(item) {
  if (item.dataset.key !== undefined) return [item.dataset.key];
  return Array.from(item.querySelectorAll(".seat, .seats > span, th[scope=row]"), (seat) => keyOf(seat.textContent));
}

const isNamed = (name, words) => words.every((word) => ` ${name}`.includes(` ${word}`));

function filter() {
  const words = keyOf(field.value).split(" ");
  let left = 0;
  for (const item of itemsOf(list())) {
    const found = namesIn(item).some((name) => isNamed(name, words));
    const hidden = field.value !== "" && !found && !item.contains(document.activeElement);
    if (item.hidden !== hidden) item.hidden = hidden;
    left += !hidden;
  }
  nobodyIn(list()).hidden = left > 0;
  if (field.value) for (const fold of list().querySelectorAll(":scope > details")) fold.open = true;
}

function search() {
  field.setCustomValidity("");
  filter();
  list().dispatchEvent(new Event("filtered"));
}

if (field) field.form.hidden = false;
if (field?.autofocus && matchMedia("(pointer: fine)").matches) field.focus();

field?.addEventListener("input", search);
field?.form.addEventListener("submit", (event) => {
  event.preventDefault();
  filter();
  const left = itemsOf(list()).filter((item) => !item.hidden);
  if (!list().dispatchEvent(new CustomEvent("found", { detail: left, cancelable: true }))) return;
  if (field.dataset.which && field.value && left.length > 1) {
    field.setCustomValidity(field.dataset.which);
    field.reportValidity();
    return;
  }
  const [first] = left;
  (first?.matches("[tabindex]") ? first : first?.querySelector("button, a, input:not([type=hidden])"))?.focus();
});
document.addEventListener("htmx:afterSettle", () => {
  if (field?.isConnected && field.value) filter();
});
