// The results of tables of three to six on the page of a round (hall.js); ../cells.js has the keys in a table's cells.
//
// [data-multiplayer]      the list of tables; data-…: what is said, with %s for the number of a table
//   li                   a row; with a result it has data-done, and its cells wait for c or [data-correct]
//   form[data-scores]     a table's form, with [data-cells] and the button [data-save]
//
// In a cell Escape leads to the row, and there Enter, or what is typed, into its cells. Once it is saved the cursor moves
// on at once; a table that is refused says why, and gets the focus back where nothing is being typed.
// What is typed belongs to who typed it: no answer replaces it. Where somebody has saved the same table meanwhile both
// are shown, and the person chooses (<template id="conflict">).

import { CELL, actions, enter, mark, rowsOf, touched } from "../cells.js";
import {
  choose, cursorRow, desk, field, focusRow, forgetSent, goTo, inHall, list, moveOn, noteSent, numberOf, rowTowards, rows,
  say, showSending, start, takeBack, tellEntered,
} from "./hall.js";
import { inTurn, takeClicks, unanswered } from "./queue.js";

const sending = new Set(); // the ids of the rows whose save is not answered yet

const formOf = (row) => row.querySelector("form[data-scores]");
const cellOf = (row) =>
  row.querySelector("[aria-invalid=true]") ?? row.querySelector(`[data-cells] tbody :is(${CELL})`);

// A result is there to be read until somebody corrects it (c).
function lock(row, correcting = false) {
  const form = formOf(row);
  const button = form?.querySelector("[data-correct]");
  if (!button) return;
  const doubtful = form.querySelector("[aria-invalid=true], [role=alert], [name=proposal]") !== null;
  const open = correcting || doubtful || touched.has(form) || form.contains(document.activeElement);
  button.hidden = open;
  form.querySelector("[data-cells]").inert = !open;
  for (const one of form.querySelectorAll("[data-save], [name=clear]")) one.hidden = !open;
}

// Goes to the table and its first cell, or to the first that is wrong; where it has a result, to the row.
function edit(row) {
  choose(row);
  const cell = cellOf(row);
  if (!cell || cell.closest("[inert]")) return focusRow(row);
  const fold = row.querySelector("[data-unfold]"); // seen on a phone only
  if (fold) fold.checked = true;
  if (cell.offsetParent === null || !enter(cell)) focusRow(row);
}

function correct(row) {
  const correction = row.querySelector("a[data-correct]");
  if (correction) correction.click();
  if (!formOf(row) || sending.has(row.id)) return;
  lock(row, true);
  goTo(row);
}

function refuses(row) {
  const { recorded } = row.dataset;
  if (sending.has(row.id)) say(list.dataset.underWay, numberOf(row));
  else if (recorded && row.querySelector("[data-cells]")?.inert !== false) say(list.dataset.already, numberOf(row), recorded);
  else if (!formOf(row)) say(list.dataset.locked, numberOf(row));
  else return false;
  return true;
}

function reasonsIn(row) {
  const alert = row.querySelector("[role=alert]");
  const reasons = alert?.querySelectorAll("li").length ? [...alert.querySelectorAll("li")] : [alert];
  return reasons.map((one) => one?.textContent.replace(/\s+/g, " ").replace(/ (?=[,:])/g, "").trim() ?? "").join(" ");
}

// Whether nothing has been typed where the focus is: in a table's cells, or in the field for the number of a table.
function isIdle(active) {
  const form = active.closest("#tables form[data-scores]");
  return form ? !touched.has(form) : active.matches("body, #tables > li") || (active === field && !field.value);
}

// A repeated Ctrl+Enter must not skip a table.
function isEmpty(form) {
  const cells = rowsOf(form).flat();
  return !form.closest("[data-done]") && !cells.some((cell) => (cell.type === "checkbox" ? cell.checked : cell.value));
}

function save(button) {
  const { form } = button;
  const row = form.closest("li");
  if (button.type === "button") return;
  if (isEmpty(form)) return say(list.dataset.nothing, numberOf(row));
  say("");
  mark(form, false);
  sending.add(row.id);
  showSending(row);
  form.inert = true;
  noteSent(row);
  moveOn(row);
  inTurn(() => button.click(), row.id);
}

// Above what was typed: what somebody else has saved meanwhile, and the choice.
function showConflict(row, fragment) {
  const form = formOf(row);
  form.querySelector(".conflict")?.remove();
  const notice = document.getElementById("conflict").content.firstElementChild.cloneNode(true);
  const lines = [...fragment.querySelectorAll("[data-cells] tbody tr")].map((line) => {
    const cells = [...line.querySelectorAll(CELL)].map((cell) => cell.value);
    return `${line.querySelector("th").firstChild.textContent.trim()} ${cells[0] || "–"}`;
  });
  notice.querySelector("[data-theirs]").textContent = lines.join(" · ");
  notice.addEventListener("click", ({ target }) => {
    const kept = target.dataset.keep;
    if (kept === "theirs") {
      mark(form, false);
      htmx.swap(row, fragment.firstElementChild.outerHTML, { swapStyle: "outerHTML" });
      focusRow(document.getElementById(row.id));
    } else if (kept === "mine") {
      form.elements.expected.value = fragment.querySelector("[name=expected]").value;
      notice.remove();
      enter(cellOf(row));
    }
  });
  form.prepend(notice);
}

document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
  const { target: row, fragment } = detail;
  const form = row.matches("#tables > li") && formOf(row);
  if (!form || (!touched.has(form) && !sending.has(row.id))) return;
  detail.shouldSwap = false;
  const theirs = fragment.querySelector("[name=expected]");
  if (touched.has(form) && theirs && theirs.value !== form.elements.expected.value) showConflict(row, fragment.cloneNode(true));
});

function answered({ detail: { requestConfig, xhr } }) {
  const form = requestConfig.elt;
  if (!form.matches("form[data-scores]") || unanswered(xhr)) return;
  const row = document.getElementById(form.closest("li").id);
  sending.delete(row.id);
  delete row.dataset.sending;
  form.inert = false;
  if (xhr.status === 200) return tellEntered();
  forgetSent(row);
  row.dataset.refused = "";
  mark(form, false);
  const left = formOf(row); // none where the result can only be corrected on a page of its own by now
  if (left) mark(left, true);
  lock(row);
  if (isIdle(document.activeElement)) goTo(row); // the row itself then says why
  else say(`${list.dataset.unsaved} ${reasonsIn(row)}`, numberOf(row));
}

function onRow(event) {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (key === "Escape" && target.closest("#tables form")) focusRow(target.closest("#tables > li"));
  const row = target.matches("#tables > li") ? target : target.matches("body, main") && cursorRow();
  if (!row) return;
  const towards = inHall() && rowTowards(row, key);
  if (towards) {
    goTo(towards);
    focusRow(towards);
  } else if (key === "c") correct(row);
  else if (key === "u") takeBack();
  else if (key === "Enter" && row.closest(".folded")) document.querySelector(".proposal.of-chosen a.button")?.click();
  else if (key === "Enter" || /^\d$/.test(key)) {
    if (!refuses(row)) edit(row);
    if (key !== "Enter" && document.activeElement !== row) return; // typed into the cell
  } else if (/^[^\s]$/.test(key)) {
    if (!refuses(row)) say(list.dataset.points, numberOf(row));
  } else return;
  event.preventDefault();
}

desk.enter = edit;
desk.isOpen = (row) => !("done" in row.dataset) && !sending.has(row.id) && formOf(row) !== null;
document.addEventListener("keydown", onRow);
document.addEventListener("htmx:afterRequest", answered);
takeClicks("[data-multiplayer] form[data-scores] button:not([type=button])", save);
list.addEventListener("click", ({ isTrusted, target }) => {
  if (!isTrusted) return;
  const row = target.closest("#tables > li");
  if (target.closest("button[data-correct]")) correct(row);
  else if (row && inHall() && !target.closest(".at-hand, a")) edit(row);
});
list.addEventListener("change", ({ target }) => {
  if (target.matches("[data-unfold]")) correct(target.closest("li"));
});
const lockAll = () => rows().forEach((row) => lock(row));
list.addEventListener("focusin", lockAll);
document.addEventListener("htmx:afterSettle", lockAll);
lockAll();
actions.save = save;
actions.left = (forms) => say(list.dataset.left, forms.map((form) => numberOf(form.closest("li"))).join(", "));
start();

// With the proposal in the address its table is to be corrected.
const proposed = list.querySelector("form[data-scores] > [name=proposal]");
if (proposed) window.addEventListener("load", () => edit(proposed.closest("li")));
