// Tables of three to six from the keyboard, as in a spreadsheet.
//
// [data-gatherings]      the list of tables; a row with a result has data-done
//   form[data-scores]     a table's form
//     [data-cells]       its cells: the fields of the rows of a table
//     [data-save]        the button that saves it
//
// Enter goes to the cell below, after the last one to the top of the next column, after the last column to the
// save button. Arrows move between cells; in a field with text left and right first move in the text.
// Ctrl+Enter saves. Once a table is saved the focus is at the next one without a result; where something is
// wrong, at the first field that is. Everything here is also a form that works without this module.

const CELL = "input:not([type=hidden], [data-aside]), select";
const list = document.querySelector("[data-gatherings]");

// The cells by row, without the columns that are put aside.
function rowsOf(form) {
  return [...form.querySelectorAll("[data-cells] tbody tr")]
    .map((row) => [...row.querySelectorAll(CELL)].filter((cell) => cell.offsetParent !== null))
    .filter((row) => row.length);
}

function enter(cell) {
  if (!cell) return false;
  cell.focus();
  if (cell.select && cell.type !== "checkbox") cell.select();
  return true;
}

function below(rows, row, column) {
  return rows[row + 1]?.[column] ?? rows[0][column + 1];
}

// Left and right belong to the text while there is some on that side.
function leavesText(cell, key) {
  if (cell.selectionStart === null || cell.selectionStart === undefined) return true;
  const whole = cell.selectionStart === 0 && cell.selectionEnd === cell.value.length;
  if (whole) return true;
  const edge = key === "ArrowLeft" ? 0 : cell.value.length;
  return cell.selectionStart === edge && cell.selectionEnd === edge;
}

function move(form, cell, key) {
  const rows = rowsOf(form);
  const row = rows.findIndex((cells) => cells.includes(cell));
  if (row < 0) return false;
  const column = rows[row].indexOf(cell);
  if (key === "Enter") return enter(below(rows, row, column)) || enter(form.querySelector("[data-save]"));
  if (key === "ArrowDown" || key === "ArrowUp") {
    if (cell.matches("select")) return false;
    return enter(rows[row + (key === "ArrowDown" ? 1 : -1)]?.[column]);
  }
  if (!leavesText(cell, key)) return false;
  return enter(rows[row][column + (key === "ArrowRight" ? 1 : -1)]) || cell.matches("select");
}

document.addEventListener("keydown", (event) => {
  const form = event.target.closest?.("form[data-scores]");
  if (!form || event.altKey) return;
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    form.requestSubmit(form.querySelector("[data-save]"));
    return;
  }
  if (event.ctrlKey || event.metaKey || event.shiftKey || !event.target.matches(`[data-cells] tbody :is(${CELL})`)) return;
  if (!["Enter", "ArrowDown", "ArrowUp", "ArrowLeft", "ArrowRight"].includes(event.key)) return;
  // Enter never sends half a table.
  if (move(form, event.target, event.key) || event.key === "Enter") event.preventDefault();
});

// What was typed and is not saved: whoever leaves is asked.
const touched = new Set();
document.addEventListener("input", (event) => {
  const form = event.target.closest?.("form[data-scores]");
  if (form && event.target.matches(CELL)) touched.add(form);
});
document.addEventListener("submit", (event) => touched.delete(event.target));
window.addEventListener("beforeunload", (event) => {
  if ([...touched].some((form) => form?.isConnected)) event.preventDefault();
});

// After a save: on to the next table; after a refusal: to what is wrong.
let answered = null;
document.addEventListener("htmx:afterRequest", ({ detail }) => {
  const form = detail.requestConfig?.elt;
  if (!form?.matches?.("form[data-scores]")) return;
  const row = form.closest("li");
  if (detail.xhr.status !== 200) touched.add(form);
  answered = row ? { row: row.id, saved: detail.xhr.status === 200 } : null;
});
document.addEventListener("htmx:afterSettle", () => {
  if (!list) return;
  const undone = list.querySelector("[data-undone]");
  if (undone) {
    delete undone.dataset.undone;
    enter(undone.querySelector(`[data-cells] tbody :is(${CELL})`));
  }
  if (!answered) return;
  const { row: id, saved } = answered;
  answered = null;
  const all = [...list.children];
  const at = all.findIndex((row) => row.id === id);
  if (!saved) {
    touched.add(all[at]?.querySelector("form[data-scores]"));
    enter(all[at]?.querySelector("[aria-invalid=true]") ?? all[at]?.querySelector(`[data-cells] tbody :is(${CELL})`));
    return;
  }
  const next = [...all.slice(at + 1), ...all.slice(0, at)].find((row) => !("done" in row.dataset));
  enter((next ?? all[at])?.querySelector(`[data-cells] tbody :is(${CELL})`));
});

// Without htmx the page comes back whole: what is wrong has the focus; else the first table without a result.
const wrong = document.querySelector("form[data-scores] [aria-invalid=true]");
if (wrong) enter(wrong);
else if (list && window.matchMedia("(hover: hover) and (pointer: fine)").matches && !location.hash) {
  list.querySelector(`li:not([data-done]) [data-cells] tbody :is(${CELL})`)?.focus({ preventScroll: true });
}
