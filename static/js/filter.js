// Leaves of a list those whose names hold what is typed, at once. Without JavaScript the server does it.
//
// input[data-filters=ID]  what is typed; its form is sent no more
// #ID > [data-key]        those of the list, with their names in lower case without accents and apostrophes
// #ID > [data-nobody]     shown where nobody is left
//
// Nothing of the list is replaced, so that an answer to a tap finds the place it was made for.

const field = document.querySelector("[data-filters]");
const list = field && document.getElementById(field.dataset.filters);

// As `sort_key` in players/names.py has it.
function keyOf(text) {
  const letters = text.normalize("NFKD").toLowerCase().replace(/[\p{M}'’‘`´ʼ′]/gu, "");
  return letters.replace(/[^\p{L}\p{N}]+/gu, " ").trim();
}

function filter() {
  const words = keyOf(field.value).split(" ");
  let left = 0;
  for (const item of list.querySelectorAll(":scope > [data-key]")) {
    item.hidden = !words.every((word) => item.dataset.key.includes(word));
    left += !item.hidden;
  }
  list.querySelector(":scope > [data-nobody]").hidden = left > 0;
}

field?.addEventListener("input", filter);
field?.form.addEventListener("submit", (event) => event.preventDefault());
