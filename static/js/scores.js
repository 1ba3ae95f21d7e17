// Entering the results of multi-player tables from the keyboard, as in a spreadsheet.
//
// [data-multiplayer]      the list of tables; data-unsaved, data-nothing: messages about one, with %s for it
//   li                   a row, with an id; it takes the focus (tabindex) and, when it has a result, has data-done
//   form[data-scores]     a table's form
//     [data-cells]       its cells: the fields in the rows of an HTML table
//     [data-save]        the button that saves it
// [data-announce]        live region
//
// Enter goes to the cell below, from the last one to the top of the next column, from the last column to the save
// button. Arrows move between cells; left and right move in the text of a field first.
// On a tile of the hall (hall.js) arrows lead to the others, and Enter, or a click, to its first cell; Escape in a
// cell leads to the field for the number of a table, and there u takes back what was saved last. Where no cell has the
// focus a digit begins that number. Where a proposal has folded the cells away the tile has the focus: Enter corrects
// the points proposed.
// Ctrl+Enter saves. The focus then goes at once to the next table without a result, and the saved table is locked
// until the server has answered. Where it is refused the focus returns to it, with the reason. An answer never takes
// the focus from a table in which something was typed, nor replaces it: then the refused one is reached once nothing
// is left to type. All forms also work without this module.

import {
  askNumber,
  beginsNumber,
  byNumber,
  choose,
  chosenRow,
  handleNumbers,
  inHall,
  inOrder,
  isForPage,
  rowTowards,
  tellEntered,
  want,
} from "./hall.js";
import { inTurn, takeClicks, unanswered, undo } from "./request_queue.js";

const CELL = "input:not([type=hidden], [data-aside], [data-unfold]), select";
const list = document.querySelector("[data-multiplayer]");

// The cells by row, without those in hidden columns.
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

// Goes to the table and its first cell, or to the first that is wrong.
function edit(row) {
  choose(row);
  const fold = row.querySelector("[data-unfold]"); // seen on a phone only
  if (fold) fold.checked = true;
  const cell = cellOf(row);
  if (!cell || cell.offsetParent === null || !enter(cell)) row.focus({ preventScroll: true });
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
  if (whole) return true;
  const edge = key === "ArrowLeft" ? 0 : cell.value.length;
  return cell.selectionStart === edge && cell.selectionEnd === edge;
}

function move(form, cell, key) {
  const rows = rowsOf(form);
  const row = rows.findIndex((cells) => cells.includes(cell));
  if (row < 0) return false;
  const column = rows[row].indexOf(cell);
  if (key === "Enter") return enter(below(rows, row, cell)) || enter(form.querySelector("[data-save]"));
  if (key === "ArrowDown" || key === "ArrowUp") {
    if (cell.matches("select")) return false;
    const next = rows[row + (key === "ArrowDown" ? 1 : -1)];
    return enter(next?.find((one) => countOf(one) === countOf(cell)));
  }
  if (!leavesText(cell, key)) return false;
  return enter(rows[row][column + (key === "ArrowRight" ? 1 : -1)]) || cell.matches("select");
}

document.addEventListener("keydown", (event) => {
  const form = event.target.closest?.("form[data-scores]");
  if (!form || event.altKey) return;
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    const button = form.querySelector("[data-save]");
    if (event.repeat) return;
    if (list) save(button);
    else form.requestSubmit(button);
    return;
  }
  if (event.ctrlKey || event.metaKey || event.shiftKey || !event.target.matches(`[data-cells] tbody :is(${CELL})`)) return;
  if (!["Enter", "ArrowDown", "ArrowUp", "ArrowLeft", "ArrowRight"].includes(event.key)) return;
  // Enter must not submit a half-filled table.
  if (move(form, event.target, event.key) || event.key === "Enter") event.preventDefault();
});

// What is in no number is not taken.
document.addEventListener("beforeinput", (event) => {
  const ofNumber = event.target.matches("[data-cells] [inputmode]");
  if (ofNumber && /[^\d.,+−½/ -]/.test(event.data ?? "")) event.preventDefault();
});

// Forms with unsaved input: the browser asks before leaving the page. What was typed and emptied again is none.
const touched = new Set();

// Its row has .unsaved: score-rows.css.
function mark(form, unsaved) {
  touched[unsaved ? "add" : "delete"](form);
  form.closest("li")?.classList.toggle("unsaved", unsaved);
}

function changed(cell) {
  if (cell.matches("select")) return [...cell.options].some((option) => option.selected !== option.defaultSelected);
  return cell.type === "checkbox" ? cell.checked !== cell.defaultChecked : cell.value.trim() !== cell.defaultValue;
}

document.addEventListener("input", (event) => {
  const form = event.target.closest?.("form[data-scores]");
  if (!form || !event.target.matches(CELL)) return;
  if ([...form.querySelectorAll(CELL)].some(changed)) mark(form, true);
  else if (!form.querySelector("[aria-invalid=true]")) mark(form, false);
});
document.addEventListener("submit", (event) => touched.delete(event.target));
window.addEventListener("beforeunload", (event) => {
  if ([...touched].some((form) => form?.isConnected)) event.preventDefault();
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

// On the round's page. `sending`: the rows whose save is not answered yet.
const sending = new Set();

const cellOf = (row) =>
  row?.querySelector("[aria-invalid=true]") ?? row?.querySelector(`[data-cells] tbody :is(${CELL})`);

// A message about a row stays until the row is edited or saved.
let about = null;

function announce(sentence, row, reason = "") {
  about = row.id;
  const name = row.querySelector("h2").firstChild.textContent.trim();
  document.querySelector("[data-announce]").textContent = `${sentence.replace("%s", () => name)} ${reason}`.trim();
}

// Why the row was refused, in one line.
function reasonsIn(row) {
  const alert = row.querySelector("[role=alert]");
  const reasons = alert?.querySelectorAll("li").length ? [...alert.querySelectorAll("li")] : [alert];
  return reasons.map((one) => one?.textContent.replace(/\s+/g, " ").replace(/ (?=[,:])/g, "").trim() ?? "").join(" ");
}

// Whether nothing has been typed where the focus is: in a table's cells, or in the field for the number of a table.
function isIdle(active) {
  if (active.matches("body, [data-multiplayer] > li")) return true;
  const form = active.closest("[data-multiplayer] form[data-scores]");
  return form ? !touched.has(form) : active.matches("[data-go]") && !active.value;
}

function hush(row) {
  if (row.id === about) document.querySelector("[data-announce]").textContent = "";
}

function nextTable(row) {
  const all = [...list.children];
  const at = all.indexOf(row);
  return [...all.slice(at + 1), ...all.slice(0, Math.max(0, at))].find(
    (other) => !("done" in other.dataset) && !sending.has(other.id) && cellOf(other),
  );
}

// A repeated Ctrl+Enter must not skip a table.
function empty(form) {
  const cells = rowsOf(form).flat();
  return !form.closest("[data-done]") && !cells.some((cell) => (cell.type === "checkbox" ? cell.checked : cell.value));
}

function save(button) {
  const { form, name } = button;
  const row = form.closest("li");
  if (empty(form)) {
    announce(list.dataset.nothing, row);
    return;
  }
  hush(row);
  mark(form, false);
  sending.add(row.id);
  form.inert = true;
  const next = name !== "clear" && nextTable(row);
  if (next && byNumber()) askNumber();
  else if (next) edit(next);
  else {
    want(name === "clear");
    row.focus({ preventScroll: true });
  }
  inTurn(() => button.click(), row.id);
}

list?.addEventListener("input", (event) => hush(event.target.closest("li")));

takeClicks("[data-multiplayer] form[data-scores] button", save);

document.addEventListener("htmx:afterRequest", ({ detail }) => {
  const form = detail.requestConfig.elt;
  if (!list || !form.matches("form[data-scores]") || unanswered(detail.xhr)) return;
  const row = document.getElementById(form.closest("li").id);
  sending.delete(row.id);
  form.inert = false;
  const saved = detail.xhr.status === 200;
  row.toggleAttribute("data-refused", !saved);
  if (saved) tellEntered(row);
  const active = document.activeElement;
  const returns = isIdle(active); // the row itself then says why it was refused
  if (!saved) {
    mark(row.querySelector("form[data-scores]"), true);
    if (!returns) announce(list.dataset.unsaved, row, reasonsIn(row));
  }
  const cleared = saved && active === row && !("done" in row.dataset);
  if (cleared || (!saved && returns)) edit(row);
});

// A change made elsewhere does not replace a table that has the focus; it is shown once the table is left
// unedited.
const withheld = new Map();

document.addEventListener("htmx:oobBeforeSwap", (event) => {
  const { target: row, fragment } = event.detail;
  const form = row.matches("[data-multiplayer] > li") && row.querySelector("form[data-scores]");
  if (!form) return;
  const here = form.contains(document.activeElement) && !fragment.querySelector("[data-undone]");
  if (!here && !touched.has(form) && !sending.has(row.id)) return;
  event.detail.shouldSwap = false;
  if (here) withheld.set(row.id, fragment.firstElementChild.outerHTML);
});

list?.addEventListener("focusout", ({ target, relatedTarget }) => {
  const row = target.closest("li");
  const kept = row && withheld.get(row.id);
  if (!kept || row.contains(relatedTarget)) return;
  withheld.delete(row.id);
  if (!touched.has(row.querySelector("form"))) htmx.swap(row, kept, { swapStyle: "outerHTML" });
});

document.addEventListener("htmx:afterSettle", () => {
  const undone = list?.querySelector("[data-undone]");
  if (!undone) return;
  delete undone.dataset.undone;
  const active = document.activeElement;
  if (active.matches("[data-undo]") || (isIdle(active) && !active.closest("form[data-scores]"))) edit(undone);
});

list?.addEventListener("focusin", ({ target }) => choose(target.closest("li")));

list?.addEventListener("click", ({ target }) => {
  if (inHall() && !target.closest(".at-hand, a")) edit(target.closest("li"));
});

list?.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const tile = target.matches("[data-multiplayer] > li") ? target : null;
  const tiles = [...list.children].filter((row) => row.id);
  const towards = tile && inHall() && rowTowards(tiles, tile, key);
  if (towards) {
    inOrder();
    want(true);
    towards.focus();
  } else if (tile && key === "Enter" && inHall()) {
    want(true);
    const correct = tile.closest(".folded") && document.querySelector(".proposal.of-chosen a.button");
    if (correct) correct.click();
    else edit(tile);
  } else if (tile && beginsNumber(key)) askNumber(key);
  else if (!tile && key === "Escape") askNumber();
  else return;
  event.preventDefault();
});

// Nothing has the focus once a proposal was confirmed, or with a table in the address.
document.addEventListener("keydown", (event) => {
  const { key } = event;
  if (!list || !isForPage(event) || !beginsNumber(key)) return;
  askNumber(key);
  event.preventDefault();
});

if (list) {
  const anyRow = () => list.querySelector("li[id]");
  const begin = () => edit(nextTable(chosenRow()) ?? anyRow());
  handleNumbers({
    arrive: edit,
    key: (key) => {
      if (key.toLowerCase() === "u") undo();
    },
    begin,
    leave: () => edit(chosenRow() ?? anyRow()),
  });
  const named = list.querySelector(":scope > li:target");
  choose(named ?? list.querySelector("li[id]:not([data-done])") ?? anyRow());
}

// Without htmx the whole page is loaded again: focuses the first invalid field, else the proposal to be corrected, else
// the first table without a result.
const wrong = document.querySelector("form[data-scores] [aria-invalid=true]");
const proposed = list?.querySelector("form[data-scores] > [name=proposal]");
if (wrong) enter(wrong);
else if (proposed) window.addEventListener("load", () => edit(proposed.closest("li"))); // the table in the address
else if (list && window.matchMedia("(hover: hover) and (pointer: fine)").matches && !location.hash) {
  const first = list.querySelector(`li:not([data-done]) [data-cells] tbody :is(${CELL})`);
  if (first) (first.offsetParent ? first : first.closest("li")).focus({ preventScroll: true });
}
