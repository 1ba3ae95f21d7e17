// The desk of a round: its tables, as tiles or as a list (hall.css). One of them has the cursor, and beside the tiles
// is what belongs to it. results.js enters results at tables of two, scores.js at larger ones.
//
// Keys go where the focus is. On a table they are those printed on its buttons; in the field for a number, which t, /,
// a click or Tab reach, digits and Enter are a table, and after its result the focus returns to the field.
// The cursor moves only by what its user does: a key, a click, a proposal that he confirms.
//
// #tables > li            a table; aria-current: it has the cursor. data-recorded: its result, which no key overwrites;
//                         data-sending: what is on its way. Its number is in .table-number or in its <h2>
// [data-view]             the button that changes the view; the browser remembers it
// [data-chosen-number]…   who sits at the table with the cursor; [data-why="<id of a table>"]: why
// [data-of="<id>"]        a proposal of that table, whose tile says in its .state what it proposes: data-short
// [data-go]               the field for the number of a table; data-no-table: message, with %s for the number

import { inTurn, takeClicks, unanswered } from "./queue.js";

const root = document.documentElement;
export const list = document.getElementById("tables");
export const field = document.querySelector("[data-go]");
const hall = list.closest(".hall");
const search = document.querySelector('[data-filters="tables"]'); // see filter.js
const wide = window.matchMedia("screen and (min-width: 64rem) and (min-height: 36rem)");
const pointed = window.matchMedia("(hover: hover) and (pointer: fine)").matches;

// What the modules of results do: `enter` puts the focus on a table, `isOpen` says whether it waits for a result, `mayOpen`
// whether it may do so again.
export const desk = { enter: focusRow, isOpen: () => false, mayOpen: () => false };

export const rows = () => [...list.querySelectorAll(":scope > li[id]:not([hidden])")];
export const inHall = () => wide.matches && root.classList.contains("hall-view");
export const numberOf = (row) => (row.querySelector(".table-number") ?? row.querySelector("h2")).textContent.match(/\d+/)[0];

export function say(text, ...facts) {
  document.querySelector("[data-announce]").textContent = facts.reduce((said, fact) => said.replace("%s", () => fact), text);
}

// The cursor

let cursor = ""; // the id of the table that has it
let origin = null; // the field to which the focus returns after a result
let looking = false; // whether the user has gone to a table of a complete round
let finishing = false; // whether the user's last result was that of the last open table

export const cursorRow = () => document.getElementById(cursor);
export const isElsewhere = (target) => target.closest("input:not([type=checkbox]), select, textarea, dialog") !== null;

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
  if (cursor !== row.id) origin = null;
  cursor = row.id;
  show(row);
}

export function focusRow(row) {
  choose(row);
  row.focus({ preventScroll: true });
  row.scrollIntoView({ block: "nearest" });
}

// To a table that the user has asked for. `from`: the field in which he has.
export function goTo(row, from = row.id === cursor ? origin : null) {
  say("");
  showWhatIsNext(true);
  desk.enter(row);
  origin = from;
}

export function nextOpen(row) {
  const all = rows();
  const at = all.indexOf(row);
  const others = [...all.slice(at + 1), ...all.slice(0, Math.max(0, at))];
  return others.find(desk.isOpen) ?? others.find(desk.mayOpen);
}

// After a result at that table: back to the field, or to the next table without one.
export function moveOn(row) {
  undoing = "";
  const next = nextOpen(row);
  finishing = !next;
  if (!next) showWhatIsNext(false);
  const back = origin;
  origin = null;
  if (back) {
    back.focus({ preventScroll: true });
    back.select();
  } else if (next) desk.enter(next);
  else focusRow(row);
}

const STEPS = { ArrowDown: [0, 1], ArrowUp: [0, -1], ArrowRight: [1, 0], ArrowLeft: [-1, 0], Home: [0, -Infinity], End: [0, Infinity] };

export function rowTowards(row, key) {
  const [across, down] = STEPS[key] ?? [];
  if (down === undefined) return null;
  const all = rows();
  const line = all.filter((other) => other.offsetTop === all[0].offsetTop).length;
  if (across && line === 1 && !inHall()) return null;
  const step = across || down * (line < all.length ? line : 1); // in a single line up and down are left and right
  return all[Math.max(0, Math.min(all.length - 1, all.indexOf(row) + step))];
}

export function start() {
  const named = list.querySelector(":scope > li:target");
  const first = named ?? rows().find(desk.isOpen);
  showProposed();
  showWhatIsNext(named !== null);
  choose(first ?? rows()[0]);
  if (first && pointed && document.activeElement === document.body) desk.enter(first);
}

// The number of a table

export function toField() {
  say("");
  field.value = "";
  field.focus({ preventScroll: true });
}

function leaveField(row) {
  field.value = "";
  goTo(row);
}

field.addEventListener("keydown", (event) => {
  if (!["Enter", "Escape", "u"].includes(event.key)) return;
  event.preventDefault();
  if (event.key === "u") return takeBack();
  const text = field.value.trim();
  if (event.key === "Escape" || !text) {
    const row = cursorRow();
    leaveField(desk.isOpen(row) ? row : (nextOpen(row) ?? row));
    return;
  }
  if (search?.value) {
    search.value = "";
    search.dispatchEvent(new Event("input"));
  }
  const row = rows().find((one) => Number(numberOf(one)) === Number(text));
  field.value = row ? "" : text;
  if (row) goTo(row, field);
  else {
    say(field.dataset.noTable, text);
    field.select();
  }
});
field.addEventListener("input", () => {
  field.value = field.value.replace(/\D/g, "");
});

document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  const inNumber = target.matches("[data-cells] [inputmode]") && key === "t"; // is in no number
  if (!["t", "/"].includes(key) || event.ctrlKey || event.metaKey || event.altKey) return;
  if (isElsewhere(target) && !inNumber) return;
  event.preventDefault();
  toField();
});

// What is searched by name: the first without a result of those found has the cursor, and Enter leads to it. Of several
// it asks which.
list.addEventListener("filtered", () => {
  if (search.value && rows().length) choose(nextOpen() ?? rows()[0]);
});
list.addEventListener("found", (event) => {
  event.preventDefault();
  const { detail: found } = event;
  if (found.length === 1) goTo(found[0], search);
  else if (found.length) say(list.dataset.which, search.value, found.map(numberOf).join(", "));
});
search?.addEventListener("keydown", (event) => {
  if (event.key !== "ArrowDown" || !rows().length) return;
  event.preventDefault();
  goTo(rows()[0], search);
});

// What is beside the tiles

let told = null; // the row of which it tells

const titleOf = (row) =>
  (row.querySelector("h2")?.firstChild.textContent ?? row.getAttribute("aria-label").split(":")[0]).trim();
const whys = new Map([...document.querySelectorAll("[data-why]")].map((why) => [why.dataset.why, why]));

function show(row) {
  if (!inHall()) return;
  row.querySelector("details.more:not([open])")?.setAttribute("open", "");
  if (told !== row) tell(row);
}

function tell(row) {
  told = row;
  hall.scrollTop = 0;
  const part = (name) => hall.querySelector(`[data-chosen-${name}]`);
  part("number").textContent = titleOf(row);
  part("game").textContent = row.dataset.game ?? "";
  const seats = row.querySelectorAll(".seat");
  for (const [place, name] of ["first", "second"].entries()) {
    part(name).replaceChildren(...[...(seats[place]?.childNodes ?? [])].map((node) => node.cloneNode(true)));
    part(name).className = seats[place]?.className ?? "";
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

// Below the names there is as much room as the keys take, and the proposal.
function room(property, more) {
  return new ResizeObserver(([{ borderBoxSize }]) => {
    const [{ blockSize }] = borderBoxSize;
    const height = `${Math.ceil(blockSize) + more}px`;
    if (blockSize && hall.style.getPropertyValue(property) !== height) hall.style.setProperty(property, height);
  });
}

const sizes = room("--card", 0);
const proposedSize = room("--proposed", 16); // and its margins

// Once nothing is missing, what is next takes the place of the table, until the user goes to one.
function showWhatIsNext(yes = looking) {
  looking = yes;
  const complete = !yes && document.getElementById("round-next")?.firstElementChild?.matches(".next");
  hall.classList.toggle("complete", Boolean(complete));
  showItsProposal();
  if (!complete || !finishing) return;
  finishing = false;
  if (!inHall()) document.getElementById("round-next").scrollIntoView({ block: "center" }); // it is above the list
}

// What was entered last, in the server's words, until something else is told.
const entered = hall.querySelector("[data-entered]");

export function tellEntered() {
  if (entered) entered.firstElementChild.textContent = document.getElementById("entered").textContent.trim();
}

const done = []; // the ids of the tables whose results this page has sent
let undoing = ""; // where the cursor was when an undo was sent

// What is on its way from that table, on its tile.
export function showSending(row, words = list.dataset.sendingWord) {
  row.dataset.sending = words;
  row.querySelector(".state").dataset.sending = words;
}

export const noteSent = (row) => done.push(row.id);

export function forgetSent(row) {
  if (done.includes(row.id)) done.splice(done.lastIndexOf(row.id), 1);
}

export function takeBack() {
  const row = document.getElementById(done.pop());
  if (row) {
    goTo(row);
    showSending(row);
    row.dataset.undoing = "";
  }
  undoing = cursor;
  inTurn(() => document.querySelector("[data-undo]")?.click(), row?.id);
}

takeClicks("[data-undo]", takeBack);
entered?.querySelector("button").addEventListener("click", takeBack);

function showUndone() {
  const undone = list.querySelector("[data-undone]");
  if (!undone) return;
  delete undone.dataset.undone;
  entered?.firstElementChild.replaceChildren();
  if (undoing === cursor) goTo(undone);
}

// What the tables propose

let marked = new Set(); // the ids of their rows

function showProposed() {
  const panel = document.getElementById("proposals");
  const proposed = new Map();
  for (const { dataset } of panel?.querySelectorAll("[data-of]") ?? []) {
    proposed.set(dataset.of, [...(proposed.get(dataset.of) ?? []), `${dataset.short}?`]);
  }
  for (const id of new Set([...marked, ...proposed.keys()])) {
    const row = document.getElementById(id);
    if (!row) continue;
    row.toggleAttribute("data-proposed", proposed.has(id));
    if (!row.classList.contains("done")) row.querySelector(".state").textContent = proposed.get(id)?.join(" / ") ?? "";
  }
  marked = new Set(proposed.keys());
  showItsProposal();
}

function isEdited(form) {
  const typed = [...form.querySelectorAll("input:not([type])")].some((cell) => cell.value !== cell.defaultValue);
  const begun = form.inert || form.contains(document.activeElement);
  return typed || begun || Boolean(form.querySelector("[aria-invalid=true], [role=alert], [name=proposal]"));
}

// The proposal of the table with the cursor stands between its names and its keys; two that differ stay among the
// others. The empty form of a table of three to six is folded away behind it (.folded), until somebody types in it.
// Proposals wait for an answer, reasons do not: they are folded meanwhile, and below the news of the publication.
function showItsProposal() {
  const all = [...document.querySelectorAll("#proposals [data-of]")];
  const its = inHall() && !hall.classList.contains("complete") ? all.filter((one) => one.dataset.of === cursor) : [];
  const row = its.length === 1 ? cursorRow() : null;
  const form = row?.querySelector("form[data-scores]");
  const [single] = row && !(form && isEdited(form)) ? its : [];
  for (const one of all) one.classList.toggle("of-chosen", one === single);
  const waits = all.length > 0 || document.querySelector(".just-published") !== null;
  if (waits !== hall.classList.contains("waits")) {
    hall.classList.toggle("waits", waits);
    hall.querySelector(".why-chosen").open = !waits;
  }
  hall.classList.toggle("proposing", Boolean(single));
  hall.classList.toggle("folded", Boolean(single && form && !("done" in row.dataset)));
  proposedSize.disconnect();
  if (single) proposedSize.observe(single);
  else if (hall.style.getPropertyValue("--proposed")) hall.style.removeProperty("--proposed");
}

// A proposal confirmed by a click is a result of its user: in its turn, seen at once, and the cursor moves on.
let deciding = 0; // how many such clicks are not answered: htmx loses an answer whose form a poll has replaced
takeClicks("#proposals form button", (button) => {
  const single = button.closest("[data-of]:not(.conflict)");
  const confirms = button.id.startsWith("confirm") || !button.id;
  const those = button.id ? [button.closest("[data-of]")] : document.querySelectorAll("#proposals [data-of]:not(.conflict)");
  const ids = confirms ? [...those].map((one) => one.dataset.of) : [];
  for (const id of ids) {
    const row = document.getElementById(id);
    showSending(row);
    if (single) noteSent(row);
  }
  if (!single) done.length = 0; // which of them the server counts as the last, it knows alone
  deciding += 1;
  inTurn(() => {
    const there = button.id ? document.getElementById(button.id) : document.querySelector("#confirm-all button");
    if (there) there.click();
    else deciding -= 1;
  });
  if (ids.includes(cursor)) moveOn(cursorRow());
});

// A click where one was just now is the second of a double click: what has come beneath it meanwhile (the keys of the
// next table, another proposal, what draws the next round) nobody has read.
const DOUBLE = 400; // ms
const NEAR = 12; // px
let last = { timeStamp: -Infinity };

function swallowSecond(event) {
  if (!event.detail) return; // a key of the keyboard
  const near = Math.hypot(event.clientX - last.clientX, event.clientY - last.clientY) < NEAR;
  const again = near && event.timeStamp - last.timeStamp < DOUBLE;
  if (!again) last = event.target.closest("#tables button, #proposals button") ? event : { timeStamp: -Infinity };
  else {
    event.preventDefault();
    event.stopPropagation();
  }
}

// What is pressed with a mouse keeps no focus that nobody sees: it goes back to the field, or to the table with the cursor.
let before = null; // what had it
function giveBack({ detail }) {
  const { activeElement: active } = document;
  const unseen = active.matches("body, main, .hall :is(button, summary, [type=checkbox], [tabindex]):not([data-scores] *)");
  const back = before?.matches("[data-go], [data-filters]") ? before : cursorRow();
  if (detail && unseen) back?.focus({ preventScroll: true });
}

// htmx replaces rows, and other people's results come with the polls: focus and cursor stay.
let held = false;

function keepPlace() {
  const row = cursorRow();
  if (row && !row.hasAttribute("aria-current")) choose(row);
  if (held && document.activeElement === document.body) row?.focus({ preventScroll: true });
  held = false;
}

function answered({ detail: { requestConfig, successful, elt, xhr } }) {
  if (requestConfig.verb !== "post" || unanswered(xhr)) return;
  // Once something is entered it is no news any more that the round is published.
  if (successful) document.querySelector(".just-published")?.remove();
  showItsProposal();
  // A result entered by hand decides a proposal that says the same: what waits is read again at once.
  if (marked.size && elt.closest("#tables")) setTimeout(() => htmx.trigger("#proposals", "decided"));
  // Where the answer has replaced the form, htmx tells it of what was around that: only the request knows its own form.
  const decided = requestConfig.elt.closest("#proposals, [data-of]");
  if (decided) deciding -= 1;
  if (decided || elt.closest(".round-line")) {
    for (const { dataset } of rows()) {
      delete dataset.undoing;
      if (dataset.sending === list.dataset.sendingWord) delete dataset.sending;
    }
  }
}

window.addEventListener("click", swallowSecond, true);
for (const button of document.querySelectorAll("[data-view]")) {
  button.addEventListener("click", () => {
    const toHall = root.classList.toggle("hall-view");
    root.classList.toggle("list-view", !toHall);
    localStorage.setItem("tables-view", toHall ? "hall" : "list");
    told = null;
    cursorRow()?.querySelector("details.more[open]")?.removeAttribute("open");
    if (cursorRow()) show(cursorRow());
  });
}
wide.addEventListener("change", () => {
  told = null;
  if (cursorRow()) show(cursorRow());
});
list.addEventListener("pointerdown", ({ target }) => {
  if (!target.closest("li[id]")) return;
  origin = null;
  showWhatIsNext(true);
});
list.addEventListener("focusin", ({ target }) => choose(target.closest("li[id]")));
list.addEventListener("click", ({ isTrusted, target }) => isTrusted && choose(target.closest("li[id]")));
window.addEventListener("pointerdown", () => (before = document.activeElement), true);
document.addEventListener("click", giveBack, true);

// A poll of a panel that a decision replaces has no place any more; the next one brings what it had.
function dropPoll({ detail, target }) {
  if (detail.requestConfig.verb === "get" && (deciding || !target.isConnected)) detail.shouldSwap = false;
}

document.addEventListener("htmx:beforeRequest", ({ detail: { elt } }) => {
  if (elt.id === "proposals") elt.addEventListener("htmx:beforeSwap", dropPoll);
});
document.addEventListener("htmx:beforeSwap", () => {
  held = document.activeElement.closest("#tables > li, #proposals") !== null;
});
document.addEventListener("htmx:afterSettle", () => {
  keepPlace();
  showUndone();
  const undo = document.querySelector("[data-undo]:disabled"); // there may be something to undo by now
  if (undo && document.querySelector("#progress progress")?.value) undo.disabled = false;
  showProposed();
  showWhatIsNext();
});
document.addEventListener("htmx:afterRequest", answered);
window.addEventListener("hashchange", () => {
  const row = list.querySelector(":scope > li:target");
  if (row) goTo(row);
});
