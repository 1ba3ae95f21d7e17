// Results at tables of two, one key or one click each, and the cursor moves on (hall.js).
//
// [data-results]         the list, with the sentences that are said: data-already, data-correcting, data-under-way,
//                        data-locked and data-wrong-key, with %s for table, result or key
//   .table               a row. [data-table]: its result can be entered; data-done: there is one, if only adjourned
//     button[data-key]   enters that result
//     [name=replacing]   ticked by c: the next result replaces the one that is there; [data-correct]: a link instead
// [data-announce]        live region for these sentences
//
// A result is shown at once, marked as on its way. It never overwrites one, here and on the server. In matches of
// several games the next board follows after each game. All of it can be clicked, and works without this module.

import {
  choose, cursorRow, desk, focusRow, forgetSent, goTo, isElsewhere, list, moveOn, noteSent, numberOf, rowTowards, say,
  start, takeBack, tellEntered,
} from "./hall.js";
import { inTurn, takeClicks, unanswered } from "./queue.js";

const sent = new Set(); // the ids of the rows whose result is not answered yet

const { dataset } = list;
const buttonOf = (row, code) => row?.querySelector(`button[name="result"][value="${code}"]`);
const buttonFor = (row, key) => row.querySelector(`button[data-key="${CSS.escape(key)}"]`);
const words = (button) => (button.querySelector(".visually-hidden") ?? button.firstChild).textContent.trim();
const replaces = (row) => row.querySelector("[name=replacing]:checked") !== null;

desk.isOpen = (row) => "table" in row.dataset && !("done" in row.dataset) && !("sending" in row.dataset);

// A match of which another game may be due once the one on its way is answered.
desk.mayOpen = (row) => sent.has(row.id) && Number(row.querySelector("[name=game]")?.value) < Number(row.dataset.games);

// Says why nothing can be entered at the row, if that is so.
function refuses(row, button) {
  const { recorded, sending } = row.dataset;
  const number = numberOf(row);
  if ("undoing" in row.dataset) return false; // the result comes after that
  if (sending !== undefined) say(dataset.underWay, number);
  else if (replaces(row)) return false;
  else if (recorded || button.value === "") say(dataset.already, number, recorded ?? row.querySelector(".state").textContent.trim());
  else if (!("table" in row.dataset)) say(dataset.locked, number);
  else return false;
  return true;
}

function enterResult(row, button, moves = true) {
  if (refuses(row, button)) return;
  say("");
  const { id } = row;
  const { value } = button;
  const typed = row.querySelector("[name=score]")?.value.trim();
  if (value === "score" && !typed) return;
  const label = value === "score" ? typed : (button.querySelector("[aria-hidden]")?.textContent ?? words(button));
  row.dataset.sending = label;
  button.classList.add("sending");
  sent.add(id);
  noteSent(row);
  const replacing = replaces(row);
  const press = () => {
    const there = document.getElementById(id);
    there.dataset.sending = label;
    const box = there.querySelector("[name=replacing]");
    if (box) box.checked = replacing;
    const field = there.querySelector("[name=score]");
    if (field && value === "score") field.value = typed;
    buttonOf(there, value)?.click();
  };
  inTurn(press, id, words(button));
  if (value === "score") {
    moveOn(row);
    cursorRow()?.querySelector("[name=score]")?.focus();
  } else if (moves && value) moveOn(row);
}

function correct(row) {
  const link = row.querySelector("[data-correct]");
  const replacing = row.querySelector("[name=replacing]");
  if (link) link.click();
  else if (replacing && !("sending" in row.dataset)) {
    replacing.checked = true;
    say(dataset.correcting, numberOf(row), row.dataset.recorded ?? row.querySelector(".state").textContent.trim());
  } else refuses(row, {});
}

function leave(row) {
  const replacing = row.querySelector("[name=replacing]");
  if (replacing) replacing.checked = false;
  say("");
}

document.addEventListener("keydown", (event) => {
  const { key, target, repeat } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isElsewhere(target)) return;
  const row = target.closest(".table") ?? (target.matches("body, main") && cursorRow());
  if (!row) return;
  const field = row.querySelector("[name=score]");
  if (field && /^\d$/.test(key)) return field.focus(); // the digit goes there
  const letter = key.toLowerCase();
  const towards = rowTowards(row, key);
  const button = buttonFor(row, letter === "backspace" ? "delete" : letter);
  if (towards) goTo(towards);
  else if (key.length === 1 ? key === " " || repeat : !button && key !== "Escape") return;
  else {
    if (row !== target) focusRow(row);
    if (button) enterResult(row, button);
    else if (letter === "c") correct(row);
    else if (letter === "u") takeBack();
    else if (key === "Escape") leave(row);
    else if (!refuses(row, {})) say(dataset.wrongKey, key);
  }
  event.preventDefault();
});

takeClicks('[data-results] .table button[name="result"]', (button, { detail }) => {
  const row = button.closest(".table");
  if (detail) button.closest("details")?.removeAttribute("open");
  choose(row);
  enterResult(row, button, detail > 0);
});

// A row whose own result is on its way waits for its answer, and one that shows the same already keeps what it says.
document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
  const { target: row, fragment } = detail;
  const shown = (part) => part.querySelector("[name=expected]")?.value;
  const isSame = row.matches("#tables > [data-table]") && shown(row) === shown(fragment);
  if (!fragment.querySelector("[data-undone]") && (sent.has(row.id) || isSame)) detail.shouldSwap = false;
});

document.addEventListener("htmx:afterRequest", ({ detail: { requestConfig, xhr } }) => {
  const id = requestConfig.elt.closest(".table")?.id;
  if (!id || unanswered(xhr)) return;
  sent.delete(id);
  const row = document.getElementById(id);
  delete row.dataset.sending;
  row.querySelector("button.sending")?.classList.remove("sending");
  if (xhr.status === 200) tellEntered();
  else forgetSent(row);
  const refused = xhr.status === 422 && row.querySelector("[role=alert]");
  if (refused) say(refused.textContent.trim());
});

start();
