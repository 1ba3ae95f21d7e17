// Leaves of a list those whose names hold what is typed, at once. Without JavaScript the server does it.
//
// input[data-filters=ID]  what is typed; its form is sent no more: Enter goes to the first that is left
// #ID > li                the list; data-key: the names in lower case without accents and apostrophes. Without it
//                         the names are in its .seat
// #ID > [data-nobody]     shown where nobody is left
//
// Nothing of the list is replaced, so that an answer to a tap finds the place it was made for. Rows that htmx
// puts into it are filtered like the others; the one with the focus stays.

const field = document.querySelector("[data-filters]");
const list = field && document.getElementById(field.dataset.filters);

// As `sort_key` in players/names.py has it.
function keyOf(text) {
  const letters = text.normalize("NFKD").toLowerCase().replace(/[\p{M}'’‘`´ʼ′]/gu, "");
  return letters.replace(/[^\p{L}\p{N}]+/gu, " ").trim();
}

function namesIn(item) {
  return item.dataset.key ?? keyOf(Array.from(item.querySelectorAll(".seat"), (seat) => seat.textContent).join(" "));
}

function filter() {
  const words = keyOf(field.value).split(" ");
  const nobody = list.querySelector(":scope > [data-nobody]");
  let left = 0;
  for (const item of list.children) {
    if (item === nobody) continue;
    const names = namesIn(item);
    const hidden = !words.every((word) => names.includes(word)) && !item.contains(document.activeElement);
    if (item.hidden !== hidden) item.hidden = hidden;
    left += !hidden;
  }
  nobody.hidden = left > 0;
}

field?.addEventListener("input", filter);
field?.form.addEventListener("submit", (event) => {
  event.preventDefault();
  const first = list.querySelector(":scope > :not([hidden], [data-nobody])");
  (first?.matches("[tabindex]") ? first : first?.querySelector("button, a"))?.focus();
});
document.addEventListener("htmx:afterSettle", () => {
  if (field?.value) filter();
});
