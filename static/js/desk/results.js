// Results at tables of two, one key or one click each, and the cursor moves on (hall.js).
//
// [data-results]         the list; data-correcting and data-wrong-key: what is said, with %s for table, result or key
//   .table               a row. [data-table]: its result can be entered; data-done: there is one, if only adjourned
//     button[data-key]   enters that result
//     [name=replacing]   ticked by c: the next result replaces the one that is there; [data-correct]: a link instead
//
// A result never overwrites one, here and on the server. In matches of several games the next board follows after each
// game. All of it can be clicked, and works without this module.

import {
  choose, cursorRow, desk, focusRow, goTo, isSent, list, moveOn, numberOf, recordedAt, refuses, say, send, showSending,
  skipFilled, start,
} from "./hall.js";
import { onClick } from "./queue.js";

const { dataset } = list;
const boxOf = (row) => row.querySelector("[name=replacing]");
const words = (button) => (button.querySelector(".visually-hidden") ?? button.firstChild).textContent.trim();

function enterResult(row, button, moves = true) {
  const { value } = button;
  if ("mine" in button.dataset && boxOf(row)) boxOf(row).checked = true;
  if (refuses(row, button)) return;
  const typed = value === "score" ? row.querySelector("[name=score]").value.trim() : "";
  if (value === "score" && !typed) return;
  const label = typed || (button.dataset.short ?? button.querySelector("[aria-hidden]")?.textContent ?? words(button));
  const replacing = boxOf(row)?.checked;
  button.classList.add("sending");
  const press = () => {
    const there = document.getElementById(row.id);
    showSending(there, label);
    if (boxOf(there)) boxOf(there).checked = replacing;
    if (typed) there.querySelector("[name=score]").value = typed;
    there.querySelector(`button[name="result"][value="${value}"]`)?.click();
  };
  send(row, label, press, words(button));
  if ((moves && value) || typed) moveOn(row);
  if (typed) cursorRow()?.querySelector("[name=score]")?.focus();
}

// A match of which another game may be due once the one on its way is answered.
desk.mayOpen = (row) => isSent(row) && Number(row.querySelector("[name=game]")?.value) < Number(row.dataset.games);

desk.isLocked = (row, button) => ("recorded" in row.dataset || button?.value === "") && !boxOf(row)?.checked;

desk.key = (row, key, target) => {
  const field = /^\d$/.test(key) && !desk.isLocked(row) && row.querySelector("[name=score]");
  if (field) field.focus(); // the digit goes there
  const button = row.querySelector(`button[data-key="${CSS.escape(key === "backspace" ? "delete" : key)}"]`);
  if (field || (!button && (key.length > 1 || key === " "))) return false;
  if (row !== target) focusRow(row);
  if (button) skipFilled(row) || enterResult(row, button);
  else if (!refuses(row)) say(dataset.wrongKey, key);
  return true;
};

desk.correct = (row) => {
  const link = row.querySelector("[data-correct]");
  if (link) link.click();
  else if (boxOf(row) && !("sending" in row.dataset)) {
    boxOf(row).checked = true;
    say(dataset.correcting, numberOf(row), recordedAt(row));
  } else refuses(row);
};

desk.leave = (row) => {
  if (boxOf(row)) boxOf(row).checked = false;
  say("");
};

desk.refused = (row) => row.querySelector("button.sending")?.classList.remove("sending");

onClick('[data-results] .table button[name="result"]', (button, { detail }) => {
  const row = button.closest(".table");
  if (detail) button.closest("details")?.removeAttribute("open");
  choose(row);
  enterResult(row, button, detail > 0);
});

// What a colleague was quicker to enter stays.
list.addEventListener("click", ({ target }) => {
  if (!target.matches("[data-keep]")) return;
  const row = target.closest(".table");
  delete row.dataset.refused;
  row.querySelector(".refused").remove();
  goTo(row);
});

// A row that shows the same already keeps what it says.
document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
  const { target: row, fragment } = detail;
  const shown = (part) => part.querySelector("[name=expected]")?.value;
  const isSame = row.matches("#tables > [data-table]") && shown(row) === shown(fragment);
  if (!fragment.querySelector("[data-undone]") && (isSent(row) || isSame)) detail.shouldSwap = false;
});

start();
