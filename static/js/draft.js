// Editing a draft by dragging, by two taps, or by keyboard. Each edit presses a button of the form, which also
// works without this module.
//
// [data-draft]            the draft, which htmx replaces. data-said: message of the last edit; data-one, -two, -more,
//                         -none: message about the players chosen, with %s for their names; data-dropped: message
//                         when an edit is not made because the one before it was refused
//   input[name=player]    a player that can be chosen, with data-name
//   [data-swap]           the button that swaps the two players chosen; [data-unseat], [data-bye]: for one player
//   [data-press=x]        the button pressed when a player is dropped on [data-drop=x]; or data-unseat, data-bye
//
// Arrow keys move from player to player, Space chooses, Enter on another one swaps, Escape chooses nobody.
// A mouse drags at once, a finger after a moment, so that it can scroll.
// Edits go to the server one after another. Players chosen and text typed meanwhile are kept, and the focus stays
// with its player.

import { dropAll, enqueue, onClick, unanswered } from "./desk/queue.js";

const PLAYER = "input[name=player]";
const FIELD = "input[inputmode]";
const SEARCH = "[role=search]"; // see filter.js: it stays when htmx replaces the draft
const LONG_PRESS = 350; // ms
const FAR = 6; // px a mouse moves before it drags

const root = () => document.querySelector("[data-draft]");
const players = () => [...root().querySelectorAll(PLAYER)];
const chosen = () => players().filter((player) => player.checked);

// Outside the draft, so that the message stays when htmx replaces the draft.
const status = document.createElement("p");
status.className = "visually-hidden";
status.setAttribute("role", "status");
document.querySelector("main").append(status);

function fill(sentence, ...names) {
  return names.reduce((text, name) => text.replace("%s", () => name), sentence);
}

function chosenText() {
  const names = chosen().map((player) => player.dataset.name);
  const { one, two, more, none } = root().dataset;
  return (
    names.length === 0 ? none
    : names.length === 1 ? fill(one, names[0])
    : names.length === 2 ? fill(two, ...names)
    : fill(more, names.join(", "))
  );
}

function say(text) {
  root().querySelector("[data-chosen]").textContent = text;
  status.textContent = text;
}

function tellChosen() {
  allowSwap();
  say(chosenText());
}

function choose(...wanted) {
  for (const player of players()) player.checked = wanted.includes(player.value);
  allowSwap();
}

// Two players are swapped, neither one nor three. Without this module the button can always be pressed.
function allowSwap() {
  const button = root().querySelector("[data-swap]");
  if (button) button.disabled = chosen().length !== 2;
}

const entryNumbers = () => chosen().map((player) => player.value);
const find = ({ name, value }) => root().querySelector(`button[name="${name}"][value="${value}"]`);
const fieldOf = (button) => button.previousElementSibling?.querySelector(FIELD);

// What the button does, where, and to whom.
function wordsOf(button, wanted) {
  const table = button.closest(".place")?.querySelector(".table-number");
  const names = players().filter((player) => wanted.includes(player.value)).map((player) => player.dataset.name);
  const said = [table?.textContent, button.textContent, names.join(", ")];
  return said.map((text) => text?.trim().replace(/\s+/g, " ")).filter(Boolean).join(": ");
}

// The players are remembered: when the button is pressed, others may be chosen already.
function press(button, wanted = entryNumbers()) {
  if (!button) return;
  const { name, value } = button;
  const words = wordsOf(button, wanted);
  const typed = fieldOf(button)?.value;
  if (fieldOf(button)) fieldOf(button).value = fieldOf(button).defaultValue;
  choose();
  root().querySelector("[data-chosen]").textContent = chosenText();
  const menu = button.closest("details");
  if (menu?.contains(document.activeElement)) menu.querySelector("summary").focus({ preventScroll: true });
  menu?.removeAttribute("open");
  enqueue(() => {
    const there = find({ name, value });
    if (!there) return giveUp();
    const later = entryNumbers();
    const field = fieldOf(there);
    const now = field?.value;
    choose(...wanted);
    if (field) field.value = typed;
    there.click();
    choose(...later);
    if (field) field.value = now;
  }, "draft-unsent", words);
}

onClick("[data-draft] button[name]", (button) => press(button));

// After a refused edit the waiting ones are dropped: they were meant for another draft.
function giveUp() {
  if (dropAll()) say(root().dataset.dropped);
}

document.addEventListener("htmx:afterRequest", ({ detail }) => {
  const isEdit = detail.requestConfig.verb === "post";
  if (isEdit && detail.xhr.status !== 200 && !unanswered(detail.xhr) && root()) giveUp();
});

const swap = (one, other) => press(root().querySelector("[data-swap]"), [one.value, other.value]);

// Keyboard: one player at a time takes part in the Tab order.

function enter(player) {
  for (const other of players()) other.tabIndex = other === player ? 0 : -1;
}

function focus(player) {
  if (!player) return;
  enter(player);
  player.focus({ preventScroll: true });
  player.closest("li").scrollIntoView({ block: "nearest" });
}

// A search may have hidden tables: see filter.js.
const shown = (elements) => elements.filter((element) => !element.closest("[hidden]"));

function beside(player, key) {
  const all = shown(players());
  const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
  if (step) return all[all.indexOf(player) + step];
  const rows = shown([...root().querySelectorAll(".draft-seats")]);
  const row = player.closest(".draft-seats");
  const place = [...row.querySelectorAll(PLAYER)].indexOf(player);
  const index = rows.indexOf(row);
  const towards = key === "ArrowUp" ? rows.slice(0, index).reverse() : rows.slice(index + 1);
  const left = (one) => one.getBoundingClientRect().left;
  const next = towards.find((one) => left(one) === left(row)) ?? towards[0]; // two tables may stand in a line
  const seats = next ? [...next.querySelectorAll(PLAYER)] : [];
  return seats[Math.min(place, seats.length - 1)];
}

function enterKey(player) {
  const others = chosen().filter((one) => one !== player);
  if (others.length === 1) swap(others[0], player);
  else {
    player.checked = !player.checked;
    tellChosen();
  }
}

document.addEventListener("keydown", (event) => {
  const draft = root();
  const { target, key } = event;
  if (!draft || event.ctrlKey || event.metaKey || event.altKey) return;
  if (target.matches("body, main") && (key === " " || key.startsWith("Arrow"))) {
    event.preventDefault(); // instead of scrolling: to the player whom Tab would reach
    focus(players().find((player) => player.tabIndex === 0));
  }
  if (!draft.contains(target) || target.closest(SEARCH)) return;
  if (key === "Escape") {
    stop();
    choose();
    tellChosen();
  } else if (key === "Enter" && target.matches(FIELD)) {
    event.preventDefault();
    if (!event.repeat) press(target.closest("label").nextElementSibling);
  } else if (!target.matches(PLAYER)) {
    return;
  } else if (key.startsWith("Arrow")) {
    event.preventDefault();
    focus(beside(target, key));
  } else if (key === "Enter") {
    event.preventDefault();
    if (!event.repeat) enterKey(target);
  } else if (key === " ") {
    // The browser toggles on keyup, when the draft may have been replaced already.
    event.preventDefault();
    if (event.repeat) return;
    target.checked = !target.checked;
    tellChosen();
  }
});

document.addEventListener("keyup", (event) => {
  if (event.key === " " && event.target.matches(`[data-draft] ${PLAYER}`)) event.preventDefault();
});

document.addEventListener("focusin", ({ target }) => {
  if (target.matches(PLAYER) && root()) enter(target);
});

document.addEventListener("change", ({ target }) => {
  if (target.matches(PLAYER) && root()) tellChosen();
});

// Drag and drop. `held`: the player under the pointer; `flying`: a copy of the seat, while it is dragged.

let held = null;
let flying = null;
let timer = 0;
let from = null;
let dropped = false;

function lift() {
  const seat = held.closest(".draft-seat");
  flying = seat.cloneNode(true);
  flying.querySelector("input").remove();
  flying.classList.add("flying");
  flying.setAttribute("aria-hidden", "true");
  document.body.append(flying);
  seat.classList.add("dragged");
  document.documentElement.classList.add("dragging");
  fly(from);
}

function fly({ clientX, clientY }) {
  flying.style.transform = `translate(${clientX + 12}px, ${clientY + 8}px)`;
  markTarget(under({ clientX, clientY }));
}

function under({ clientX, clientY }) {
  const element = document.elementFromPoint(clientX, clientY);
  const seat = element?.closest("[data-draft] .draft-seat");
  if (seat && seat.querySelector(PLAYER) !== held) return seat;
  return seat ? null : (element?.closest("[data-draft] [data-drop]") ?? null);
}

function markTarget(target) {
  for (const other of document.querySelectorAll(".target")) other.classList.toggle("target", other === target);
  target?.classList.add("target");
}

function stop() {
  clearTimeout(timer);
  flying?.remove();
  markTarget(null);
  document.querySelector(".draft-seat.dragged")?.classList.remove("dragged");
  document.documentElement.classList.remove("dragging");
  held = flying = from = null;
}

function drop(player, target) {
  if (!target) return;
  const other = target.querySelector(PLAYER);
  const { drop: where } = target.dataset;
  if (!where) swap(player, other);
  else press(root().querySelector(`[data-press="${where}"], [data-${where}]`), [player.value]);
}

document.addEventListener("pointerdown", (event) => {
  stop();
  dropped = false;
  if (event.button || !event.isPrimary || !event.target.matches(PLAYER) || !root()) return;
  held = event.target;
  from = event;
  if (event.pointerType === "touch") timer = setTimeout(lift, LONG_PRESS);
});

document.addEventListener("pointermove", (event) => {
  if (!held) return;
  const far = Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) > FAR;
  if (flying) fly(event);
  else if (far && event.pointerType === "touch") stop();
  else if (far) lift();
});

document.addEventListener("pointerup", (event) => {
  const player = flying && held;
  const target = player && under(event);
  stop();
  if (!player) return;
  dropped = true;
  drop(player, target);
});

document.addEventListener("pointercancel", stop);

// The click at the end of a drag must not choose a player.
document.addEventListener(
  "click",
  (event) => {
    if (dropped && event.isTrusted && event.target.closest(".draft-seat")) event.preventDefault();
    dropped = false;
  },
  true,
);

// While a finger drags, the page must not scroll, and a long press must not open a menu.
document.addEventListener("touchmove", (event) => flying && event.preventDefault(), { passive: false });
document.addEventListener("contextmenu", (event) => held && event.preventDefault());

// htmx has replaced the draft: restores what was chosen, typed and opened meanwhile and the focus, and shows the
// message.
let kept = null;

// The focus, as a selector for the next draft. Players have ids, which htmx itself restores.
function place(active) {
  if (active.matches("summary")) return `#${active.parentElement.id} > summary`;
  if (active.matches("button[name]")) return `button[name="${active.name}"][value="${active.value}"]`;
  return active.matches(`${FIELD}, ${SEARCH} input`) ? `[name="${active.name}"]` : null;
}

document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (!root() || detail.target !== root()) return;
  const active = document.activeElement;
  const fields = [...root().querySelectorAll(FIELD)].filter((field) => field.value !== field.defaultValue);
  kept = {
    players: entryNumbers(),
    fields: fields.map(({ name, value }) => ({ name, value })),
    open: [...root().querySelectorAll("details[open][id]")].map((details) => details.id),
    place: root().contains(active) ? place(active) : null,
    caret: active.selectionStart,
  };
});

document.addEventListener("htmx:afterSettle", () => {
  if (!root()) return;
  if (kept) restore(kept);
  kept = null;
  start();
  if (root().dataset.said) status.textContent = root().dataset.said;
});

function restore({ players: later, fields, open, place, caret }) {
  choose(...later);
  if (later.length) root().querySelector("[data-chosen]").textContent = chosenText();
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  for (const { name, value } of fields) {
    const field = root().querySelector(`[name="${name}"]`);
    if (field) field.value = value;
  }
  const active = place && root().querySelector(place);
  active?.focus({ preventScroll: true });
  if (active?.matches("input")) active.setSelectionRange(caret, caret);
}

function start() {
  const all = players();
  const current = all.find((player) => player === document.activeElement) ?? all[0];
  if (current) enter(current);
  allowSwap();
}

if (root()) {
  start();
  // The arrow keys work at once. On a phone there are none.
  if (matchMedia("(pointer: fine)").matches && document.activeElement === document.body) players()[0]?.focus({ preventScroll: true });
}
