// The results of tables of three to six on the page of a round (hall.js); ../cells.js has the keys in a table's cells.
//
// [data-multiplayer]      the list of tables; data-…: what is said, with %s for the number of a table
//   li                   a row; with a result it has data-done, and its cells wait for c or [data-correct]
//
// In a cell Escape leads to the row, and there Enter, or what is typed, into its cells. Once it is saved the cursor moves
// on at once, from a tie only with the answer; a table that is refused says why, and comes again after the open ones.
// What is typed belongs to who typed it: no answer replaces it. Where somebody has saved the same table meanwhile both
// are shown, and the person chooses (<template id="conflict">).

import { CELL, actions, emptyCell, enter, markUnsaved, mayBeLevel, touched } from "../cells.js";
import {
  choose, cursorRow, desk, focusRow, goTo, inHall, isSent, list, moveOn, numberOf, refuses, rows, say, send, start,
} from "./hall.js";
import { onClick } from "./queue.js";

const formOf = (row) => row.querySelector("form[data-scores]");
const cellOf = (row) =>
  row.querySelector("[aria-invalid=true]") ?? row.querySelector(`[data-cells] tbody :is(${CELL})`);

desk.isEdited = (form) =>
  form.inert || touched.has(form) || form.contains(document.activeElement) ||
  form.querySelector("[aria-invalid=true], [role=alert], [name=proposal]") !== null;

// A result is there to be read until somebody corrects it (c).
function lock(row, correcting = false) {
  const form = formOf(row);
  const button = form?.querySelector("[data-correct]");
  if (!button) return;
  const open = correcting || desk.isEdited(form);
  button.hidden = open;
  form.querySelector("[data-cells]").inert = !open;
  for (const one of form.querySelectorAll("[data-save], [name=clear]")) one.hidden = !open;
}

// Goes to the table and its first cell, or to the first that is wrong; where it has a result, to the row.
desk.enter = (row) => {
  choose(row);
  const cell = cellOf(row);
  if (!cell || cell.closest("[inert]")) return focusRow(row);
  const fold = row.querySelector("[data-unfold]"); // seen on a phone only
  if (fold) fold.checked = true;
  if (cell.offsetParent === null || !enter(cell)) focusRow(row);
};

desk.correct = (row) => {
  const link = document.querySelector(".folded .of-chosen a.button") ?? row.querySelector("a[data-correct]");
  if (link) return link.click();
  if (!formOf(row) || isSent(row)) return refuses(row);
  lock(row, true);
  goTo(row);
};

desk.isLocked = (row) => "recorded" in row.dataset && row.querySelector("[data-cells]")?.inert !== false;

function save(button) {
  const { form } = button;
  const row = form.closest("li");
  if (button.type === "button") return;
  const empty = button.name !== "clear" && emptyCell(form);
  if (empty) {
    enter(empty);
    const said = empty.name.endsWith("-points") ? "missing" : "level";
    return say(list.dataset[said], numberOf(row), empty.closest("tr").querySelector("th").textContent.trim());
  }
  for (const place of row.querySelectorAll(".seats [data-seat]")) {
    place.dataset.typed = form.querySelector(`[name="${place.dataset.seat}-points"]`)?.value ?? "";
  }
  markUnsaved(form, false);
  form.inert = true;
  const result = send(row, list.dataset.sendingWord, () => button.click());
  result.holds = mayBeLevel(form); // the cursor, until it is saved
  if (!result.holds) moveOn(row);
}

// Above what was typed: what somebody else has saved meanwhile, and the choice.
function showConflict(row, fragment) {
  const form = formOf(row);
  form.querySelector(".conflict")?.remove();
  const notice = document.getElementById("conflict").content.firstElementChild.cloneNode(true);
  notice.querySelector("[data-place]").append(fragment.querySelector("[data-saved]").content.cloneNode(true));
  notice.dataset.expected = fragment.querySelector("[name=expected]").value;
  form.prepend(notice);
}

function keep(row, whose) {
  const form = formOf(row);
  const notice = form.querySelector(".conflict");
  if (whose === "theirs") {
    markUnsaved(form, false);
    delete row.dataset.refused;
    choose(row);
    htmx.ajax("GET", window.location.pathname, { target: row, select: `#${row.id}`, swap: "outerHTML" });
  } else {
    form.elements.expected.value = notice.dataset.expected ?? form.elements.expected.value;
    notice.remove();
    enter(cellOf(row));
  }
}

document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
  const { target: row, fragment } = detail;
  const form = row.matches("#tables > li") && formOf(row);
  if (!form) return;
  const theirs = fragment.querySelector("[name=expected]")?.value;
  const isSame = theirs === form.elements.expected.value;
  const isNews = !isSame || fragment.querySelector("[data-undone]");
  if (!touched.has(form) && !isSent(row) && isNews) return;
  detail.shouldSwap = false;
  if (touched.has(form) && theirs !== undefined && !isSame) showConflict(row, fragment);
});

desk.refused = (row) => {
  const form = formOf(row); // none where the result can only be corrected on a page of its own by now
  row.dataset.refused = "";
  if (form) {
    form.inert = false;
    markUnsaved(form, true);
    lock(row);
  }
  if (row === cursorRow()) goTo(row);
};

desk.mayOpen = (row) => "refused" in row.dataset && !isSent(row);

desk.key = (row, key, target) => {
  if (target.closest("#tables > li *")) return false; // a button or a link
  if (key === "enter" && row.closest(".folded")) desk.correct(row);
  else if (key === "enter" || /^\d$/.test(key)) {
    if (!refuses(row)) desk.enter(row);
    return key === "enter" || document.activeElement === row; // else it is typed into the cell
  } else if (!/^[^\s]$/.test(key)) return false;
  else if (!refuses(row)) say(list.dataset.points, numberOf(row));
  return true;
};

onClick("[data-multiplayer] form[data-scores] button:not([type=button])", save);
list.addEventListener("click", (event) => {
  const { isTrusted, target } = event;
  if (!isTrusted) return;
  const row = target.closest("#tables > li");
  const choice = target.closest("[data-keep]");
  if (choice) {
    event.preventDefault();
    keep(row, choice.dataset.keep);
  } else if (target.closest("button[data-correct]")) desk.correct(row);
  else if (row && inHall() && !target.closest(".at-hand, a")) goTo(row);
});
list.addEventListener("change", ({ target }) => {
  if (target.matches("[data-unfold]")) desk.correct(target.closest("li"));
});
const lockAll = () => rows().forEach((row) => lock(row));
list.addEventListener("focusin", lockAll);
document.addEventListener("htmx:afterSettle", lockAll);
lockAll();
actions.save = save;
start();

// With the proposal in the address its table is to be corrected.
const proposed = list.querySelector("form[data-scores] > [name=proposal]");
if (proposed) window.addEventListener("load", () => desk.enter(proposed.closest("li")));
