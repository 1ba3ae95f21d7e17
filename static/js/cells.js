// The keys in the cells of a table of three to six, as in a spreadsheet: on the page of a round, of its correction and of
// the table itself. All forms also work without this module.
//
// form[data-scores]      a table's form
//   [data-cells]         its cells: the fields in the rows of an HTML table
//   [data-save]          the button that saves it
//
// Enter goes to the cell below, from the last one to the top of the next column, from the last column to the save
// button. Arrows move between cells; left and right move in the text of a field first. Ctrl+Enter saves.

export const CELL = "input:not([type=hidden], [data-aside], [data-unfold]), select";

// How a table is saved.
export const actions = { save: (button) => button.form.requestSubmit(button) };

// The cells by row, without those in hidden columns.
function rowsOf(form) {
  return [...form.querySelectorAll("[data-cells] tbody tr")]
    .map((row) => [...row.querySelectorAll(CELL)].filter((cell) => cell.offsetParent !== null))
    .filter((row) => row.length);
}

export function enter(cell) {
  if (!cell) return false;
  cell.focus();
  if (cell.select && cell.type !== "checkbox") cell.select();
  return true;
}

const countOf = (cell) => cell.name.replace(/^\d+-/, "");

// The next cell of the column, else the first of the next column: what only a tie asks for is in some rows alone.
function below(rows, row, cell) {
  const counts = [...new Set(rows.flat().map(countOf))];
  const first = (some, count) => some.flat().find((one) => countOf(one) === count);
  const count = countOf(cell);
  return first(rows.slice(row + 1), count) ?? first(rows, counts[counts.indexOf(count) + 1]);
}

// Left and right move in the text while there is some on that side.
function leavesText(cell, key) {
  if (cell.selectionStart === null || cell.selectionStart === undefined) return true;
  const whole = cell.selectionStart === 0 && cell.selectionEnd === cell.value.length;
  const edge = key === "ArrowLeft" ? 0 : cell.value.length;
  return whole || (cell.selectionStart === edge && cell.selectionEnd === edge);
}

function move(form, cell, key) {
  const rows = rowsOf(form);
  const row = rows.findIndex((cells) => cells.includes(cell));
  if (row < 0) return false;
  const column = rows[row].indexOf(cell);
  if (key === "Enter") return enter(below(rows, row, cell)) || enter(form.querySelector("[data-save]"));
  if (key === "ArrowDown" || key === "ArrowUp") {
    const next = rows[row + (key === "ArrowDown" ? 1 : -1)];
    return enter(next?.find((one) => countOf(one) === countOf(cell))) || cell.matches("select");
  }
  if (!leavesText(cell, key)) return false;
  return enter(rows[row][column + (key === "ArrowRight" ? 1 : -1)]) || cell.matches("select");
}

document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  const form = target.closest?.("form[data-scores]");
  if (!form || event.altKey) return;
  if (key === "Enter" && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    const button = form.querySelector("[data-save]");
    if (event.repeat) return;
    actions.save(button);
    return;
  }
  if (event.ctrlKey || event.metaKey || event.shiftKey || !target.matches(`[data-cells] tbody :is(${CELL})`)) return;
  if (!["Enter", "ArrowDown", "ArrowUp", "ArrowLeft", "ArrowRight"].includes(key)) return;
  // Enter must not submit a half-filled table.
  if (move(form, target, key) || key === "Enter") event.preventDefault();
});

// The first box left empty: of points, by a player who was not eliminated, nor made RisiKo!; else of those without which
// a tie stays open.
export function emptyCell(form) {
  const lost = "[name$=-eliminated] :checked:not([value='']), [name$=-risiko]:checked";
  const points = [...form.querySelectorAll("[name$=-points]")].filter((cell) => !cell.closest("tr").querySelector(lost));
  const deciding = form.querySelector(".note").dataset.decides?.split(" ").map((name) => form.elements[name]).filter(Boolean) ?? [];
  return [...points, ...deciding].find((cell) => !cell.value.trim());
}

// Whether two have the same points where a tie may have to be decided, and the server has not said yet.
export function mayBeLevel(form) {
  if (!form.querySelector(".note[data-settles][data-uncounted]")) return false;
  const points = [...form.querySelectorAll("[name$=-points]")].map((cell) => cell.value.trim()).filter(Boolean);
  return new Set(points).size < points.length;
}

// What is in no number is not taken.
document.addEventListener("beforeinput", (event) => {
  const ofNumber = event.target.matches("[data-cells] [inputmode]");
  if (ofNumber && /[^\d.,+−½/ -]/.test(event.data ?? "")) event.preventDefault();
});

// Forms with unsaved input: the browser asks before leaving the page. What was typed and emptied again is none.
export const touched = new Set();

// Its row has .unsaved: scores.css.
export function markUnsaved(form, unsaved) {
  touched[unsaved ? "add" : "delete"](form);
  form.closest("li")?.classList.toggle("unsaved", unsaved);
}

function changed(cell) {
  if (cell.matches("select")) return [...cell.options].some((option) => option.selected !== option.defaultSelected);
  return cell.type === "checkbox" ? cell.checked !== cell.defaultChecked : cell.value.trim() !== cell.defaultValue;
}

document.addEventListener("input", ({ target }) => {
  const form = target.closest?.("form[data-scores]");
  if (!form || !target.matches(CELL)) return;
  const { dataset } = form.querySelector(".note"); // until the server has counted again
  delete dataset.decides;
  dataset.uncounted = "";
  if ([...form.querySelectorAll(CELL)].some(changed)) markUnsaved(form, true);
  else if (!form.querySelector("[aria-invalid=true], .conflict")) markUnsaved(form, false);
});
document.addEventListener("submit", ({ target }) => touched.delete(target));
window.addEventListener("beforeunload", (event) => {
  if ([...touched].some((form) => form.isConnected)) event.preventDefault();
});

// While one types, a tie asks for cells that are set aside (data-asks): they show, and stay while they are filled in.
document.addEventListener("htmx:load", ({ detail: { elt } }) => {
  if (!elt.matches(".note[data-asks]")) return;
  const asked = elt.dataset.asks.split(" ");
  for (const cell of elt.closest("form").querySelectorAll(`[data-cells] tbody :is(${CELL})`)) {
    const { classList } = cell.closest("td");
    classList.toggle("asked", asked.includes(cell.name) || (classList.contains("asked") && cell.value !== ""));
  }
});

// Without htmx the whole page is loaded again: the first field that is wrong gets the focus.
const wrong = document.querySelector("form[data-scores] [aria-invalid=true]");
if (wrong) enter(wrong);
