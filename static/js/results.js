// Entering results from the keyboard: a key enters the result, and the focus goes at once to the next table without
// one, as it does after a click.
//
// [data-results]         the list; data-wrong-key: message about an unknown key, with %s for it;
//                        data-no-table-left: message for a key after the last result; data-adjourned-left: that
//                        message where games are adjourned; data-overwrites: question
//                        before a key changes a result, with %s for table, result, key, new result; data-locked:
//                        message about a row that keys do not change; data-corrected: about one that can only be
//                        corrected; data-number-first: message for a letter while a number is asked for and no
//                        table leads; data-digits: the digits that are results, where no
//                        button is left that says so
//   .table               a row, with an id; takes the focus. [data-table]: its result can be entered; when it has
//                        one, data-done
//     button[data-key]   submits that result; several keys are separated by spaces ("5 = p x")
// [data-undo]            what "u" presses
// [data-announce]        live region for these messages
//
// Arrow keys, Home and End move between rows, on a complete round, too; Enter on one that is locked goes to its
// correction, and on any other does nothing. Backspace and Delete press the button whose value is "".
// A digit that is no result begins the number of a table (hall.js), but not at one just chosen by its number: there it
// is a slip, and taken for a number it would lead the next result to a table that nobody has named.
// Only a table that was chosen, by its number, a click, Enter or an arrow, takes every key of a result. One whose turn
// has come by itself, when the page opens or after a result, has not been named by anybody: with a mouse, and so with a
// keyboard, it has the focus where there are at most nine, but x and 2 are no results, and 2 is the number of a table as
// the others are; where there are more, the field for a number has the focus, and beside it is the row for letters
// (hall.js): ten results in order are ten letters, and digits are never the result of a table that nobody has named.
// In a match of several games (data-games) the focus stays until all are in, or the match is decided.
// A row whose result was undone (data-undone) takes the focus.
// A key that would change a result must be pressed twice; Escape, or moving elsewhere, cancels it.
// While players are searched, only their rows count, and the first of them without a result has its turn; after the
// last of them the search has the focus again. The number of a table ends the search.
// A key after the last table without a result changes nothing, unless an arrow or a click chooses a row first.
// On a row that is locked a digit that would be a result is none of a number, either.
// Everything here can also be done by clicking buttons, which work without this module.

import {
  askNumber,
  asksNumber,
  beginsNumber,
  byNumber,
  choose,
  chooseNone,
  chosenRow,
  field,
  handleNumbers,
  inOrder,
  isForPage,
  isShown,
  keyInField,
  lead,
  leads,
  numberOf,
  numbersFirst,
  rowTowards,
  say,
  tellEntered,
  want,
} from "./hall.js";
import { afterAll, inTurn, takeClicks, unanswered, undo } from "./request_queue.js";

const ROW = ".table";
const list = document.querySelector("[data-results]");
const search = document.querySelector(`[data-filters="${list.id}"]`); // see filter.js
const pointed = window.matchMedia("(hover: hover) and (pointer: fine)").matches;

// The results sent and not answered yet, by the row's id.
const sent = new Map();

// The row whose result was the last one missing: it keeps the focus, although nobody chose it.
let last = null;

// Whether a table was chosen: the first one has its turn by itself.
let picked = false;

// The change of a result that waits for its key to be pressed again.
let asked = null;

// Whether the message that all tables have a result was shown; a row chosen after it asks no question.
let told = false;

// Keys typed while only the server knows the next table: after an undo, or after a game that may end a match.
// They apply to the row to which its answer leads.
let ahead = null;

const rows = () => [...list.querySelectorAll(`${ROW}:not([hidden])`)];
const current = () => document.activeElement.closest(ROW) ?? rows().find((row) => row.tabIndex === 0);
const enterable = (row) => "table" in row.dataset;
const pressed = (row) => row.querySelector('button[name="result"][aria-pressed="true"]');
const value = (row) => sent.get(row.id)?.at(-1) ?? pressed(row)?.value ?? "";
const answered = (row) => (sent.has(row.id) ? value(row) !== "" : "done" in row.dataset);
const isOpen = (row) => enterable(row) && !("done" in row.dataset);
const unclear = (row) => sent.has(row.id) && row.querySelector('input[name="game"]') !== null;
const gameOf = (row) => Number(row?.querySelector('input[name="game"]')?.value ?? 0);
const moreGames = (row) => gameOf(row) > 0 && gameOf(row) < Number(row.dataset.games);
const buttonOf = (row, code) => row?.querySelector(`button[name="result"][value="${code}"]`);

// One row at a time takes part in the Tab order; the buttons inside follow it. What stays is not touched: of two
// hundred rows a key changes two.
function takeTurn(row) {
  for (const fresh of list.querySelectorAll(`${ROW}:not([tabindex])`)) fresh.tabIndex = -1;
  for (const other of list.querySelectorAll(`${ROW}[tabindex="0"]`)) if (other !== row) other.tabIndex = -1;
  if (row.tabIndex !== 0) row.tabIndex = 0;
}

function enter(row) {
  takeTurn(row);
  choose(row);
}

function focusRow(row) {
  if (!row) return;
  enter(row);
  row.focus({ preventScroll: true });
  row.scrollIntoView({ block: "nearest" });
}

function pick(row) {
  picked = true;
  focusRow(row);
}

// A table that nobody chose acts as the one with which the page begins: where digits are numbers the field has the focus.
function goTo(row) {
  const stays = !row || (!leads() && row === chosenRow());
  if (!stays) picked = false;
  if (stays || !numbersFirst()) return focusRow(row);
  takeTurn(row);
  lead(row);
  row.scrollIntoView({ block: "nearest" });
  if (pointed) field.focus({ preventScroll: true });
  else document.activeElement.blur();
}

// The first that was found and has no result has its turn; with none the first, and with nobody found no table.
function followSearch() {
  stopAsking();
  want(search.value !== "");
  const row = nextWithoutResult() ?? (search.value ? rows()[0] : null);
  if (!row) return chooseNone();
  takeTurn(row);
  if (enterable(row)) lead(row);
  else choose(row);
}

function endSearch() {
  if (!search?.value) return;
  search.value = "";
  search.dispatchEvent(new Event("input"));
}

// After that row, or of all if there is none.
function nextWithoutResult(row) {
  const all = rows();
  const start = all.indexOf(row);
  const order = [...all.slice(start + 1), ...all.slice(0, Math.max(0, start))];
  return order.find((other) => enterable(other) && !answered(other));
}

// Whether the key is a result by now, if it is one at all.
const counts = (key) => picked || !["x", "2"].includes(key.toLowerCase()) || list.dataset.digits.includes(key);

function buttonFor(row, key) {
  if (!counts(key)) return undefined;
  if (key === "Backspace" || key === "Delete") return buttonOf(row, "");
  return [...row.querySelectorAll("button[data-key]")].find((button) =>
    button.dataset.key.split(" ").includes(key.toLowerCase()),
  );
}

function move(row, key) {
  const target = rowTowards(rows(), row, key);
  if (!target) return false;
  last = null;
  if (asked) stopAsking();
  inOrder();
  want(true);
  pick(target);
  return true;
}

// An adjourned game has no result yet.
function overwrites(row, button) {
  return button.value !== "" && answered(row) && !["adjourned", button.value].includes(value(row));
}

function stopAsking() {
  if (asked) say("");
  asked = null;
  told = false;
}

function tellNoTableLeft() {
  stopAsking();
  told = true;
  const adjourned = rows().some((row) => value(row) === "adjourned");
  say(list.dataset[adjourned ? "adjournedLeft" : "noTableLeft"]);
}

function tellLocked(row) {
  const { locked, corrected } = list.dataset;
  const sentence = row.querySelector(".at-hand a") ? corrected : locked;
  say(sentence.replace("%s", () => numberOf(row)));
}

// A digit that is no result of the table whose number was just typed. After a question about its result the next
// number begins.
const isSlip = (row, key) => enterable(row) && byNumber() && !asked && /^\d$/.test(key);

// «44» among twelve tables: the first 4 has chosen its table, and the second is for none.
const noSuchTable = (row, key) =>
  isSlip(row, key) ? `${field.dataset.noTable.replace("%s", () => `${numberOf(row)}${key}`)} ` : "";

const isResult = (key) =>
  counts(key) &&
  (list.dataset.digits.includes(key) || list.querySelector(`button[data-key~="${CSS.escape(key)}"]`) !== null);

const change = (row, button, key) => [row.id, value(row), button.value, key].join();
const words = (button) => (button.querySelector(".visually-hidden") ?? button.firstChild).textContent.trim();

function ask(row, button, key) {
  const there = buttonOf(row, value(row));
  const now = value(row) && there ? words(there) : row.getAttribute("aria-label");
  const facts = [numberOf(row), now, key, words(button)];
  asked = change(row, button, key);
  say(facts.reduce((text, fact) => text.replace("%s", () => fact), list.dataset.overwrites));
}

// `moves`: whether the focus goes to the next table.
function enterResult(row, button, moves = true) {
  stopAsking();
  say("");
  const { id } = row;
  const code = button.value;
  const stays = moves && moreGames(row) && !byNumber() && !["", "adjourned"].includes(code);
  const next = code !== "" && nextWithoutResult(row);
  const searching = moves && code !== "" && !next && search?.value;
  last = moves && code !== "" && !next && !searching && !stays ? id : null;
  if (last) want(false);
  sent.set(id, [...(sent.get(id) ?? []), code]);
  inTurn(() => {
    const there = buttonOf(document.getElementById(id), code);
    if (there) there.click();
    else sent.delete(id);
  }, id, words(button));
  if (!moves) return;
  if (stays) {
    goTo(row);
    return hold([], () => leaveDecided(id));
  }
  if (searching) search.select();
  else if (byNumber() && !last) askNumber();
  else goTo(next || row);
  if (last && rows().some(unclear)) {
    hold([], () => {
      const here = document.getElementById(id);
      if (current() === here) goTo(nextWithoutResult(here));
    });
  }
}

// Whether a game has decided its match only the server knows.
function leaveDecided(id) {
  const row = document.getElementById(id);
  if (!row || isOpen(row) || current() !== row) return;
  const next = nextWithoutResult(row);
  if (!next) {
    last = id;
    want(false);
  }
  goTo(next ?? row);
}

function hold(keys, then = () => {}) {
  ahead = [...(ahead ?? []), ...keys];
  afterAll(() => {
    const typed = ahead ?? [];
    ahead = null;
    then();
    for (const key of typed) {
      if (ahead) ahead.push(key);
      else if (document.activeElement === field) keyInField(key);
      else if (current()) type(current(), key);
    }
  });
}

// Returns whether the key had a meaning.
function type(row, key) {
  if (key === "Backspace" && byNumber() && !asked) {
    askNumber(); // it was the wrong one
    return true;
  }
  if (move(row, key)) return true;
  const button = buttonFor(row, key);
  if (button) {
    if (unclear(row)) hold([key]);
    else if (row.id === last && answered(row) && button.value !== "") tellNoTableLeft();
    else if (overwrites(row, button) && !told && asked !== change(row, button, key)) ask(row, button, key);
    else enterResult(row, button);
    return true;
  }
  if (key === "Escape") {
    const toNumber = byNumber() || (!asked && numbersFirst()); // what follows is no result by mistake
    stopAsking();
    if (toNumber) askNumber();
  } else if (!enterable(row) && isResult(key)) {
    tellLocked(row);
  } else if (beginsNumber(key) && !isSlip(row, key)) {
    stopAsking();
    askNumber(key);
    return true;
  } else if (key.toLowerCase() === "u") {
    stopAsking();
    say("");
    last = null;
    undo();
    hold([]);
  } else if (key.length === 1 && key !== " ") {
    stopAsking();
    if (sent.has(row.id)) hold([key]); // the answer may bring a button for it
    else if (enterable(row)) say(`${noSuchTable(row, key)}${list.dataset.wrongKey.replace("%s", () => key)}`);
    else tellLocked(row);
  }
  return false;
}

list.addEventListener("keydown", (event) => {
  const row = event.target.closest(ROW);
  if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
  const { key } = event;
  const moves = key.startsWith("Arrow") || key === "Home" || key === "End";
  if (key === "Enter" && !event.repeat && event.target === row && !enterable(row)) row.querySelector(".at-hand a")?.click();
  if (event.repeat && !moves) {
    if (buttonFor(row, key)) event.preventDefault();
  } else if (ahead && key !== " " && (key.length === 1 || moves || key === "Backspace" || key === "Delete")) {
    event.preventDefault();
    ahead.push(key);
  } else if (type(row, key)) {
    event.preventDefault();
  }
});

// A key typed in the field for a number while there is a table for letters.
function waits({ key, repeat }) {
  if (!leads() || key === "Tab") return false;
  if (repeat) return key.length === 1;
  ahead?.push(key);
  return Boolean(ahead);
}

// Outside of everything, too, arrows lead to the tables, and digits begin the number of one, unless there is a table in
// the tray: where there is no mouse none has the focus, and yet one is shown as chosen. On a button or a link elsewhere
// letters and digits do the same.
document.addEventListener("keydown", (event) => {
  const { key } = event;
  const row = rows().length && isForPage(event) && (current() ?? rows()[0]);
  if (!row) return;
  if (isShown(row) && /^(Backspace|Delete|\S)$/.test(key)) {
    focusRow(row);
    if (!event.repeat) ahead ? ahead.push(key) : type(row, key);
  } else if (beginsNumber(key)) askNumber(key);
  else if (leads()) {
    if (!waits(event) && !keyInField(key)) return;
  } else if (asksNumber() && /^(Enter|ArrowDown|\S)$/.test(key)) keyInField(key);
  else if (rowTowards(rows(), row, key)) {
    want(true);
    pick(row);
  } else return;
  event.preventDefault();
});

handleNumbers({
  arrive: (row) => {
    endSearch();
    want(true);
    pick(row);
    if (!enterable(row)) tellLocked(row);
  },
  key: (key, row) => {
    if (row || (leads() && !field.value)) type(row ?? chosenRow(), key);
    else if (key.toLowerCase() === "u") undo();
    else if (key.length === 1 && key !== " ") say(list.dataset.numberFirst);
  },
  begin: () => pick(leads() ? chosenRow() : (nextWithoutResult(chosenRow()) ?? current())),
  leave: () => pick(chosenRow()),
  waits,
});

takeClicks(`[data-results] ${ROW} button[name="result"]`, (button, { detail }) => {
  const moves = pointed && detail > 0;
  if (moves) button.closest("details")?.removeAttribute("open");
  enterResult(button.closest(ROW), button, moves);
});

list.addEventListener("pointerdown", ({ target }) => {
  last = null;
  if (target.closest(ROW)) picked = true;
  stopAsking();
});

list.addEventListener("filtered", followSearch);

list.addEventListener("focusin", (event) => {
  const row = event.target.closest(ROW);
  if (!row) return;
  enter(row);
  if (asked && !asked.startsWith(`${row.id},`)) stopAsking();
});

// A result that this page sent is expected by it, even if the answer was lost.
document.addEventListener("htmx:beforeSend", (event) => {
  const form = event.detail.requestConfig.elt;
  if (!form.closest(`[data-results] ${ROW}`)) return;
  const expected = document.createElement("input");
  expected.type = "hidden";
  expected.name = "expected";
  expected.value = event.detail.requestConfig.formData.get("result");
  form.append(expected);
});

// htmx replaces the row that was sent: the focus must move to the new row.
let held = null;

document.addEventListener("htmx:beforeSwap", () => {
  const active = document.activeElement;
  const row = active?.closest(`[data-results] ${ROW}`);
  if (row) held = { row: row.id, value: active.name === "result" ? active.value : null };
  else if (active !== document.body) held = null;
});

document.addEventListener("htmx:afterSettle", () => {
  settle();
  if (held && document.activeElement === document.body) {
    const row = document.getElementById(held.row);
    const button = held.value === null ? null : buttonOf(row, held.value);
    button?.focus({ preventScroll: true });
    // A button in a closed menu cannot have the focus: its row gets it.
    if (document.activeElement === document.body) focusRow(row);
  }
  held = null;
  const undone = list.querySelector("[data-undone]");
  if (!undone) return;
  delete undone.dataset.undone;
  // If another table has the focus, the user has gone on meanwhile.
  if (ahead || document.activeElement.matches("body, [data-undo]")) goTo(undone);
});

// Other members' results come with the polls. A row whose own result is on its way waits for its answer, and one
// that shows the same already stays as it is, with its menu.
document.addEventListener("htmx:oobBeforeSwap", (event) => {
  const { target: row, fragment } = event.detail;
  if (!row.matches("[data-results] > [data-table]") || fragment.querySelector("[data-undone]")) return;
  const shown = (part) => part.querySelector("input[name=expected]")?.value;
  if (sent.has(row.id) || shown(row) === shown(fragment)) event.detail.shouldSwap = false;
});

document.addEventListener("htmx:afterRequest", (event) => {
  const { requestConfig, xhr } = event.detail;
  const row = requestConfig.elt.closest(ROW);
  if (unanswered(xhr)) return;
  const refused = xhr.status === 422 && row && document.getElementById(row.id)?.querySelector("[role=alert]");
  if (refused) say(refused.textContent.trim());
  const rest = row && sent.get(row.id)?.slice(1);
  if (rest?.length) sent.set(row.id, rest);
  else if (row) sent.delete(row.id);
  if (row && xhr.status === 200) tellEntered(document.getElementById(row.id));
});

function settle() {
  const all = rows();
  const now = all.find((row) => row.contains(document.activeElement) || row.id === held?.row);
  const chosen = [chosenRow(), list.querySelector(`${ROW}:target`)].find((row) => all.includes(row));
  const start = now ?? chosen ?? all.find(isOpen) ?? all.find(enterable) ?? all[0];
  if (start && asksNumber()) takeTurn(start);
  else if (start) enter(start);
}

settle();
const named = list.querySelector(`${ROW}:target`);
if (named) enter(named);
const first = rows().find(isOpen);
if (first && asksNumber()) lead(first);
const start = named ?? (leads() ? field : first);
if (pointed && document.activeElement === document.body) start?.focus({ preventScroll: true });
