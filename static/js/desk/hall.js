// The desk of a round: its tables, as tiles or as a list (hall.css). One of them has the cursor, and beside the tiles
// is what belongs to it. results.js enters results at tables of two, scores.js at larger ones.
//
// Keys go where the focus is. On a table they are those printed on its buttons; in the field for a number, which t, /,
// a click or Tab reach, digits and Enter are a table. After each result the cursor moves on to the next open one; the
// search by name keeps the focus, for the next name.
// The cursor moves only by what its user does: a key, a click, a proposal that he confirms. A result is shown at once.
//
// #tables > li            a table; aria-current: it has the cursor. data-recorded: its result, which no key overwrites;
//                         data-sending: what is on its way. Its number is in .table-number or in its <h2>.
//                         data-already, data-under-way and data-locked of #tables: why no key enters a result there
// [data-view]             the button that changes the view; the browser remembers it
// [data-chosen-number]…   who sits at the table with the cursor; [data-why="<id of a table>"]: why
// [data-of="<id>"]        a proposal of that table, whose tile says in its .state what it proposes: data-short
// [data-go]               the field for the number of a table; data-no-table: message, with %s for the number

import { enqueue, onClick, stay, unanswered } from "./queue.js";

const root = document.documentElement;
export const list = document.getElementById("tables");
export const field = document.querySelector("[data-go]");
const hall = list.closest(".hall");
const search = document.querySelector('[data-filters="tables"]'); // see filter.js
const wide = window.matchMedia("screen and (min-width: 64rem) and (min-height: 36rem)");
const pointed = window.matchMedia("(hover: hover) and (pointer: fine)").matches;

// What results.js and scores.js do. `enter` puts the focus on a table, `mayOpen` says whether it may wait for another
// result soon, `isLocked` whether its result has to be corrected first. `key` handles a key of a table and says whether
// it was one, `correct` is c, `leave` Escape, `refused` what follows a refusal by the server.
export const desk = { enter: focusRow };

export const rows = () => [...list.querySelectorAll(":scope > li[id]:not([hidden])")];
export const inHall = () => wide.matches && root.classList.contains("hall-view");
const sent = []; // the results that are not answered yet, in their order: { id } of the row
export const isSent = (row) => sent.some(({ id }) => id === row.id);
const isOpen = (row) => row.querySelector("form") !== null && !("done" in row.dataset) && !("sending" in row.dataset);
export const numberOf = (row) => (row.querySelector(".table-number") ?? row.querySelector("h2")).textContent.match(/\d+/)[0];

const note = document.querySelector("[data-announce]");
let isOutdated = () => false; // whether the cause of what is said has gone

const isUnsaved = (row) => row.matches(".unsaved, [data-refused]") && row.id !== cursor && !isSent(row);
const unsaved = () => rows().filter(isUnsaved).map(({ id }) => id);

const textOf = (element) => element?.textContent.trim().replace(/\s+/g, " ") ?? "";
const reasonAt = (row) => textOf(row.querySelector("[role=alert] :is(li, p)"));

// With nothing to say it is which other tables are not saved, and what the server said of them: each a link to it.
export function say(text, ...facts) {
  const others = text ? [] : unsaved();
  isOutdated = () => !text && String(unsaved()) !== String(others);
  note.textContent = others.length ? list.dataset.unsaved : facts.reduce((said, fact) => said.replace("%s", () => fact), text);
  for (const row of others.map((id) => document.getElementById(id))) {
    const [link, reason] = [document.createElement("a"), reasonAt(row)];
    note.append(" ", Object.assign(link, { href: `#${row.id}`, textContent: titleOf(row) }), reason && ` (${reason})`);
  }
}

// The cursor

let cursor = ""; // the id of the table that has it
let wasOpen = false; // whether that was open when the cursor came
let origin = null; // the search, if the focus returns there after a result
let finishing = false; // whether the user's last result was that of the last open table

export const cursorRow = () => document.getElementById(cursor);

export function choose(row) {
  if (!row?.id) return;
  const before = list.querySelector(":scope > [aria-current]");
  if (before && before !== row) {
    before.removeAttribute("aria-current");
    before.tabIndex = -1;
    before.querySelector("details.more[open]")?.removeAttribute("open");
    const replacing = before.querySelector("[name=replacing]");
    if (replacing) replacing.checked = false;
  }
  row.setAttribute("aria-current", "true");
  row.tabIndex = 0;
  if (cursor !== row.id) {
    origin = null;
    wasOpen = isOpen(row);
  }
  cursor = row.id;
  showTable(row);
}

export function focusRow(row, scrolls = true) {
  choose(row);
  row.focus({ preventScroll: true });
  if (scrolls) row.scrollIntoView({ block: "nearest" });
}

// To a table that the user has asked for. `from`: the search in which he has.
export function goTo(row, from = row.id === cursor ? origin : null) {
  desk.enter(row);
  origin = from;
  say("");
}

function nextOpen(row) {
  const all = rows();
  const at = all.indexOf(row);
  const others = [...all.slice(at + 1), ...all.slice(0, Math.max(0, at))];
  return others.find(isOpen) ?? others.find(desk.mayOpen);
}

// After a result at that table: back to the search, or to the next table without one.
export function moveOn(row) {
  undoing = "";
  const [next, back] = [nextOpen(row), origin];
  finishing = !next;
  origin = null;
  if (back) {
    back.focus({ preventScroll: true });
    back.select();
  } else if (next) desk.enter(next, pointed);
  else focusRow(row);
  say("");
}

const STEPS = { ArrowDown: [0, 1], ArrowUp: [0, -1], ArrowRight: [1, 0], ArrowLeft: [-1, 0], Home: [0, -Infinity], End: [0, Infinity] };

function rowTowards(row, key) {
  const [across, down] = STEPS[key] ?? [];
  if (down === undefined) return null;
  const all = rows();
  const line = all.filter((other) => other.offsetTop === all[0].offsetTop).length;
  if (across && line === 1 && !inHall()) return null;
  const step = across || down * (line < all.length ? line : 1); // in a single line up and down are left and right
  return all[Math.max(0, Math.min(all.length - 1, all.indexOf(row) + step))];
}

export function start() {
  const first = list.querySelector(":scope > li:target") ?? rows().find(isOpen);
  showProposed();
  choose(first ?? rows()[0]);
  // Whom somebody else's act has led here may be typing on: in the field for a number no key enters a result.
  const isLed = pointed && document.querySelector("#messages > :is(.info, .error)") && !first?.matches(":target");
  if (pointed && document.activeElement === document.body) isLed ? field.focus() : first && desk.enter(first);
  if (isLed || "early" in root.dataset) say(list.dataset["early" in root.dataset ? "early" : "led"]);
}

// Under a finger nothing moves: a table keeps the height of an open one when its result arrives, and what is no news any
// more stays, until nobody has touched the page for a while. The table at work then stays where it is.
const TIDY_AFTER = 3000; // ms
let tidyTimer = 0;
const replaced = new Set(); // the tables that keep their height

const topOf = (row) => row?.getBoundingClientRect().top;

function tidy() {
  const still = [cursorRow(), ...rows()].find((row) => topOf(row) >= 0);
  const top = topOf(still);
  for (const row of list.querySelectorAll("[data-kept]")) row.removeAttribute("data-kept");
  replaced.clear();
  if (list.querySelector(".done")) document.querySelector(".just-published")?.remove();
  if (still) window.scrollBy(0, topOf(still) - top);
}

function tidySoon() {
  clearTimeout(tidyTimer);
  tidyTimer = setTimeout(tidy, pointed ? 0 : TIDY_AFTER);
}

if (!pointed) {
  const before = ({ detail: { target } }) => {
    if (!target.matches("#tables > li")) return;
    replaced.add(target.id);
    if (!list.style.getPropertyValue("--open-row")) list.style.setProperty("--open-row", `${target.offsetHeight}px`);
  };
  const after = () => replaced.forEach((id) => document.getElementById(id)?.setAttribute("data-kept", ""));
  for (const event of ["htmx:beforeSwap", "htmx:oobBeforeSwap"]) document.addEventListener(event, before);
  for (const event of ["htmx:afterSwap", "htmx:oobAfterSwap"]) document.addEventListener(event, after);
  for (const event of ["pointerdown", "scroll", "input"]) document.addEventListener(event, tidySoon);
}

// Keys

document.addEventListener("keydown", (event) => {
  const { key, target, repeat } = event;
  const proposed = event.ctrlKey && key === "Enter" && document.querySelector(".proposal.of-chosen form button");
  if (proposed && !repeat && target.matches("body, main, #tables > li")) decide(proposed);
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const inNumber = target.matches("[data-cells] [inputmode]") && key === "t"; // is in no number
  const row = target.closest("#tables > li[id]") ?? (target.matches("body, main") && cursorRow());
  if (target === search && key === "ArrowDown" && rows().length) goTo(rows()[0], search);
  else if (row && key === "Escape") {
    if (row !== target) focusRow(row);
    desk.leave?.(row);
  } else if (target.closest("input:not([type=checkbox]), select, textarea, dialog") && !inNumber) return;
  else if (key === "t" || key === "/") {
    say("");
    field.value = "";
    field.focus({ preventScroll: true });
  } else if (!row || target.closest("[data-cells]")) return;
  else if (rowTowards(row, key)) {
    focusRow(rowTowards(row, key));
    say("");
  } else if (repeat) return;
  else if (key === "c") desk.correct(row);
  else if (key === "Enter" && row === target && desk.isLocked(row)) moveOn(row);
  else if (key === "u") takeBack();
  else if (!desk.key(row, key.toLowerCase(), target)) return;
  event.preventDefault();
});

field.addEventListener("keydown", (event) => {
  if (!["Enter", "Escape", "u"].includes(event.key)) return;
  event.preventDefault();
  if (event.key === "u") return takeBack();
  const text = field.value;
  if (event.key === "Escape" || !text) {
    const row = cursorRow();
    field.value = "";
    return goTo(isOpen(row) ? row : (nextOpen(row) ?? row));
  }
  if (search?.value) {
    search.value = "";
    search.dispatchEvent(new Event("input"));
  }
  const row = rows().find((one) => Number(numberOf(one)) === Number(text));
  if (row) {
    field.value = "";
    goTo(row, null);
  } else {
    say(field.dataset.noTable, text);
    field.select();
  }
});
field.addEventListener("input", () => (field.value = field.value.replace(/\D/g, "")));

// Of those found by name the first without a result has the cursor, and Enter leads to it; of several it asks which.
list.addEventListener("filtered", () => search.value && rows().length && choose(nextOpen() ?? rows()[0]));
list.addEventListener("found", (event) => {
  event.preventDefault();
  const { detail: found } = event;
  if (found.length === 1) goTo(found[0], search);
  else if (found.length) say(list.dataset.which, search.value, found.map(numberOf).join(", "));
});

// What is beside the tiles

let shownRow = null; // the row of which it tells

const titleOf = (row) => (row.querySelector("h2")?.firstChild.textContent ?? row.getAttribute("aria-label").split(":")[0]).trim();
const whys = new Map([...document.querySelectorAll("[data-why]")].map((why) => [why.dataset.why, why]));

function showTable(row) {
  if (!inHall()) return;
  row.querySelector("details.more:not([open])")?.setAttribute("open", "");
  if (shownRow !== row) writeTable(row);
}

function showAnew() {
  shownRow = null;
  if (cursorRow()) showTable(cursorRow());
}

function writeTable(row) {
  shownRow = row;
  hall.scrollTop = 0;
  const part = (name) => hall.querySelector(`[data-chosen-${name}]`);
  part("number").textContent = titleOf(row);
  part("game").textContent = row.dataset.game ?? "";
  for (const [place, name] of ["first", "second"].entries()) {
    const [seat, shown] = [row.querySelectorAll(".seat")[place], part(name)];
    shown.replaceChildren(...[...(seat?.childNodes ?? [])].map((node) => node.cloneNode(true)));
    shown.className = seat?.className ?? "";
    shown.classList.toggle("long", shown.scrollWidth > shown.clientWidth);
  }
  const { gameWhy = "" } = row.dataset;
  const why = whys.get(row.id)?.lastChild.textContent.trim() ?? "";
  part("game-why").textContent = gameWhy;
  part("why").textContent = gameWhy && why ? `${part("why").dataset.firstGame} ${why}` : why;
  hall.querySelector(".why-chosen").hidden = !(gameWhy || why);
  sizes.disconnect();
  const hand = row.querySelector(".at-hand");
  if (hand) sizes.observe(hand);
  showItsProposal();
}

// Below the names there is as much room as the keys take, and the proposal with its margins.
const sizes = new ResizeObserver((entries) => {
  for (const { target, borderBoxSize } of entries) {
    const [{ blockSize }] = borderBoxSize;
    const [property, margins] = target.matches(".at-hand") ? ["--card", 0] : ["--proposed", 16];
    if (blockSize) hall.style.setProperty(property, `${Math.ceil(blockSize) + margins}px`);
  }
});

// What was entered last, in the server's words, beside what undoes it; or, of an undo, what is there again.
const entered = hall.querySelector("[data-entered]");

function showEntered(undone, words = document.getElementById("entered").textContent.trim()) {
  document.querySelector("[data-undo]")?.removeAttribute("disabled");
  entered?.firstElementChild.replaceChildren(words);
  entered?.classList.toggle("undone", undone);
}

// What was said of an undo is over with the next act.
const forgetUndo = () => document.querySelectorAll("#messages > .late, .undone > span").forEach((one) => one.replaceChildren());
for (const act of ["click", "keydown"]) document.addEventListener(act, forgetUndo, true);

export const recordedAt = (row) => row.dataset.recorded ?? row.querySelector(".state").textContent.trim();

// Says why no result can be entered at that table, if that is so.
export function refuses(row, button) {
  if ("undoing" in row.dataset) return false; // the result comes after that
  const { sending, recorded } = row.dataset;
  if (sending !== undefined) say(list.dataset.underWay, numberOf(row));
  else if (!row.querySelector("form, [data-correct]")) say(list.dataset.locked, numberOf(row));
  else if (desk.isLocked(row, button)) say(list.dataset.already, numberOf(row), recordedAt(row));
  else return false;
  isOutdated = () => ["sending", "recorded"].some((fact) => document.getElementById(row.id).dataset[fact] !== { sending, recorded }[fact]);
  return true;
}

// A key for a table that a colleague has filled while the cursor was there is refused, too, and the cursor moves on.
export function skipFilled(row) {
  const next = wasOpen && desk.isLocked(row) && nextOpen(row);
  if (!next) return false;
  moveOn(row);
  say(list.dataset.passed, numberOf(row), recordedAt(row), numberOf(next));
  return true;
}

const done = []; // the results that this page has sent
let undoing = ""; // where the cursor was when an undo was sent

// What is on its way from that table, on its tile.
export function showSending(row, words = list.dataset.sendingWord) {
  row.dataset.sending = words;
  row.querySelector(".state").dataset.sending = words;
}

// Sends a result in its turn: `press` presses its button, and `words` are what the row shows while there is no network.
export function send(row, label, press, words) {
  say("");
  wasOpen = false;
  const result = { id: row.id };
  sent.push(result);
  done.push(result);
  showSending(row, label);
  enqueue(press, row.id, words);
  return result;
}

function settle(id, xhr) {
  const row = document.getElementById(id);
  const [result] = sent.splice(sent.findIndex((one) => one.id === id), 1);
  if (!isSent(row)) delete row.dataset.sending;
  const isMine = xhr.status === 200 && document.getElementById("entered").textContent.trim();
  result.refused = !isMine;
  if (!isMine && done.includes(result)) done.splice(done.indexOf(result), 1);
  if (xhr.status === 200) {
    if (result.holds && id === cursor && !document.activeElement.matches("input")) moveOn(row);
    return showEntered(false);
  }
  desk.refused(row);
  if (!stay()) return sayWhy(row);
  goTo(row);
  say(list.dataset.stays, numberOf(row));
}

// Why a result was refused: once, at its table, or here where that is not in sight.
function sayWhy(row) {
  const reason = row.querySelector("[role=alert]");
  const { height, top, bottom } = reason?.getBoundingClientRect() ?? {};
  const isSeen = !reason || !row.matches(".table") || (height && top >= 0 && bottom <= window.innerHeight);
  say(isSeen ? "" : textOf(reason));
}

onClick("[data-announce] a", (link) => goTo(document.getElementById(link.hash.slice(1))));

function takeBack() {
  const result = done.pop();
  const row = document.getElementById(result?.id);
  if (row) {
    goTo(row);
    showSending(row);
    row.dataset.undoing = "";
  }
  undoing = cursor;
  enqueue(() => {
    if (result?.refused) return; // it undid another one
    const button = document.querySelector("[data-undo]");
    button.form.elements.table.value = result?.id.replace("table-", "") ?? "";
    button.click();
  }, row?.id);
}

onClick("[data-undo], [data-entered] button", takeBack);

// What the tables propose

function showProposed() {
  for (const row of list.querySelectorAll(":scope > li[id]")) {
    const its = [...document.querySelectorAll(`#proposals [data-of="${row.id}"]`)];
    if (!its.length && !row.hasAttribute("data-proposed")) continue;
    row.toggleAttribute("data-proposed", its.length > 0);
    const words = its.map((one) => `${one.dataset.short}?`).join(" / ");
    const points = its.length === 1 ? its[0].dataset.points.split(" ") : [];
    for (const place of row.querySelectorAll(".seats [data-seat]")) {
      place.dataset.offered = points[place.dataset.seat - 1] ?? "";
    }
    if (!row.classList.contains("done")) row.querySelector(".state").textContent = words;
  }
  showItsProposal();
}

// The proposal of the table with the cursor stands between its names and its keys; two that differ stay among the
// others. The empty form of a table of three to six is folded away behind it (.folded), until somebody types in it.
function showItsProposal() {
  const all = [...document.querySelectorAll("#proposals [data-of]")];
  const its = inHall() ? all.filter((one) => one.dataset.of === cursor) : [];
  const row = its.length === 1 ? cursorRow() : null;
  const form = row?.querySelector("form[data-scores]");
  const [single] = row && !(form && desk.isEdited(form)) ? its : [];
  for (const one of all) {
    one.classList.toggle("of-chosen", one === single);
    sizes[one === single ? "observe" : "unobserve"](one);
  }
  hall.classList.toggle("proposing", Boolean(single));
  hall.classList.toggle("folded", Boolean(single && form && !("done" in row.dataset)));
  if (!single) hall.style.removeProperty("--proposed");
}

// A proposal confirmed by a click is a result of its user: in its turn, seen at once, and the cursor moves on.
function decide(button) {
  const single = button.closest("[data-of]");
  const those = single ? [single] : document.querySelectorAll("#proposals [data-of]:not(.conflict)");
  const ids = button.id.startsWith("reject") ? [] : Array.from(those, (one) => one.dataset.of);
  for (const id of ids) showSending(document.getElementById(id));
  if (ids.length) showEntered(false, "");
  if (single) done.push(...ids.map((id) => ({ id })));
  else done.length = 0; // which of them the server counts as the last, it knows alone
  enqueue(() => document.querySelector(single ? `#${button.id}` : "#confirm-all button")?.click());
  if (ids.includes(cursor)) moveOn(cursorRow());
}

onClick("#proposals form button", decide);

// What is pressed with a mouse keeps no focus that nobody sees: it goes back to the field, or to the table at work.
let before = null; // what had it
function restoreFocus({ detail }) {
  const { activeElement: active } = document;
  const unseen = active.matches("body, main, .hall :is(button, summary, [type=checkbox], [tabindex]):not([data-scores] *)");
  const back = before?.matches("[data-go], [data-filters]") ? before : cursorRow();
  if (detail && unseen) back?.focus({ preventScroll: true });
}

// Where the answer has replaced the form, htmx tells it of what was around that: only the request knows its own form.
function answered({ detail: { requestConfig: { elt: form, verb }, successful, elt, xhr } }) {
  if (verb !== "post" || unanswered(xhr) || xhr.getResponseHeader("HX-Redirect")) return;
  const id = form.closest("li")?.id;
  if (form.matches("form") && sent.some((one) => one.id === id)) settle(id, xhr);
  showItsProposal();
  const undone = successful && form.matches(":has([data-undo])");
  const decided = form.closest("#proposals, [data-of]");
  if (undone) showEntered(true);
  if (decided && !successful) done.length = 0; // the page is behind
  // A result entered by hand decides a proposal that says the same, and an undo brings one back: what waits is read again.
  if (undone || (list.querySelector("[data-proposed]") && elt.closest("#tables"))) setTimeout(() => htmx.trigger("#proposals", "decided"));
  if (decided || elt.closest(".round-line")) {
    for (const { dataset } of rows()) {
      delete dataset.undoing;
      if (dataset.sending === list.dataset.sendingWord) delete dataset.sending;
    }
  }
  if (isOutdated()) say("");
}

for (const button of document.querySelectorAll("[data-view]")) {
  button.addEventListener("click", () => {
    const toHall = root.classList.toggle("hall-view");
    root.classList.toggle("list-view", !toHall);
    localStorage.setItem("tables-view", toHall ? "hall" : "list");
    cursorRow()?.querySelector("details.more[open]")?.removeAttribute("open");
    showAnew();
  });
}
wide.addEventListener("change", showAnew);
list.addEventListener("pointerdown", () => (origin = null));
list.addEventListener("input", () => note.querySelector("a") ?? say(""));
list.addEventListener("focusin", ({ target }) => choose(target.closest("li[id]")));
window.addEventListener("pointerdown", () => (before = document.activeElement), true);
document.addEventListener("click", restoreFocus, true);

// htmx replaces rows, and other people's results come with the polls: focus and cursor stay.
document.addEventListener("htmx:afterSettle", () => {
  const row = cursorRow();
  if (row && !row.hasAttribute("aria-current")) choose(row);
  if (document.activeElement === document.body && pointed) row?.focus({ preventScroll: true });
  const undone = list.querySelector("[data-undone]");
  if (undone) {
    delete undone.dataset.undone;
    if (undoing === cursor) goTo(undone);
  }
  if (isOutdated()) say("");
  // What is next stands above a list; beside the tiles it stays in sight (tray.css).
  const next = finishing && !inHall() && document.querySelector("#round-next > .next");
  if (next) next.scrollIntoView({ block: "center" });
  finishing &&= !next;
  showProposed();
  tidySoon();
});
document.addEventListener("htmx:afterRequest", answered);
