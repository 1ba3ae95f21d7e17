// The hall: the tables of a round as tiles, and beside them what belongs to the one chosen. It is the same list in
// another dress (hall.css), so that results.js and scores.js enter results in both.
//
// #tables > li            a table; the chosen one has aria-current. Its number is in .table-number or in its <h2>
// [data-view]             the button that changes the view; the browser remembers it
// [data-chosen-number]…   who sits at the table chosen; [data-why="<id of a table>"]: why, to be shown beside it
// [data-of="<id>"]        a proposal of that table, whose tile says so in its .state with the list's data-proposed-word
// [data-go]               the field for the number of a table; data-no-table: message, with %s for the number
//
// Either a table is chosen, and keys are results; or none is (.asking), and digits are the number of one. The tray
// says which of the two it is. With more than nine tables results could be numbers, and so the page begins with a
// number. What is no digit is none, and so the tray shows a table beside (.leading): the first one, and after a result
// the next. Results entered there with letters go on in the order of the tables, until a number is typed. Enter, an
// arrow or a click choose a table, and digits are its results, too; Escape goes back to the field, and there to the
// last one.
// A number is complete as soon as no other table's begins with it: of 60 tables, 44 and 7 are, 4 is not. Enter ends
// it, too, as does a zero before it: 04. After the result that follows, the field waits for the next number. The Enter
// that a hand adds to a number already complete is swallowed: at the table it would mean something else.

const root = document.documentElement;
const list = document.getElementById("tables");
const hall = list?.closest(".hall");
const wide = window.matchMedia("screen and (min-width: 64rem) and (min-height: 36rem)");
let isWide = wide.matches;
wide.addEventListener("change", () => {
  isWide = wide.matches;
  told = null;
  if (!asking || leading) show(chosenRow());
});
export const field = list && document.querySelector("[data-go]");

const all = () => [...list.querySelectorAll(":scope > li:not([data-nobody])")];
export const numberOf = (row) => (row.querySelector(".table-number") ?? row.querySelector("h2")).textContent.match(/\d+/)[0];
export const inHall = () => isWide && root.classList.contains("hall-view");

// What is done with a table whose number was typed, and with a key that follows: results.js and scores.js say.
// `begin`: with the next table without a result, `leave`: back to the one chosen last. `waits`: whether a key is
// kept until the server has answered.
let handlers = { arrive: () => {}, key: () => {}, begin: () => {}, leave: () => {}, waits: () => false };

export function handleNumbers(given) {
  handlers = { ...handlers, ...given };
}

// The table chosen

const ONE_DIGIT = 9; // so many tables have numbers of which none begins another
// Whether no table is chosen: digits are a number. Where they are points the page begins in the first box.
export const numbersFirst = () => all().length > ONE_DIGIT;
let asking = Boolean(list?.matches("[data-results]")) && numbersFirst();
let leading = false; // whether there is, while that is so, a table for all other keys
let chosen = ""; // the id of the row chosen last
let current = null; // the row with aria-current, which htmx may have replaced
let told = null; // the row of which the tray tells
let wanted = false; // whether it was chosen by the user, and not because its turn has come

export const asksNumber = () => asking;
export const leads = () => leading;

export function chosenRow() {
  return document.getElementById(chosen);
}

// Whether the tray is that row's.
export const isShown = (row) => inHall() && !asking && current === row && !hall.classList.contains("complete");

export function want(yes) {
  wanted = yes;
  showWhatIsNext();
}

function showAsking(yes, beside = false) {
  asking = yes;
  leading = beside;
  hall.classList.toggle("asking", yes);
  hall.classList.toggle("leading", beside);
}

function lay(row) {
  row?.removeAttribute("aria-current");
  row?.querySelector("details.more[open]")?.removeAttribute("open");
}

// No table: the next keys are the number of one.
export function chooseNone() {
  lay(document.getElementById(chosen));
  lay(current);
  current = null;
  told = null;
  showAsking(true);
  showItsProposal();
}

export function choose(row) {
  if (!row?.id) return;
  if (asking) showAsking(false);
  show(row);
}

// The table for letters, while digits are the number of another.
export function lead(row) {
  if (!row?.id) return;
  if (!leading) showAsking(true, true);
  show(row);
}

function show(row) {
  if (!row) return;
  if (current !== row) {
    lay(current);
    row.setAttribute("aria-current", "true");
    current = row;
  }
  chosen = row.id;
  if (!inHall()) return;
  row.querySelector("details.more:not([open])")?.setAttribute("open", "");
  if (told !== row) tell(row);
}

const titleOf = (row) =>
  (row.querySelector("h2")?.firstChild.textContent ?? row.getAttribute("aria-label").split(":")[0]).trim();

const whys = new Map([...document.querySelectorAll("[data-why]")].map((why) => [why.dataset.why, why]));

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

// Below the names there is as much room as the keys take.
const sizes = new ResizeObserver(([{ borderBoxSize }]) => {
  const [{ blockSize }] = borderBoxSize;
  const height = `${Math.ceil(blockSize)}px`;
  const { style } = hall;
  if (blockSize && style.getPropertyValue("--card") !== height) style.setProperty("--card", height);
});

// The proposal of the table chosen stands between its names and its keys; two that differ stay among the others. The
// empty form of a table of three to six is folded away behind it (.folded): both would leave no room for the reasons.
// Once somebody types the points himself, the proposal is one among the others.
const proposedSize = new ResizeObserver(([{ borderBoxSize }]) => {
  const [{ blockSize }] = borderBoxSize; // and its margins
  hall.style.setProperty("--proposed", `${Math.ceil(blockSize) + 16}px`);
});

function isEdited(form) {
  const typed = [...form.querySelectorAll("input:not([type])")].some((cell) => cell.value !== cell.defaultValue);
  const begun = form.inert || form.contains(document.activeElement);
  return typed || begun || Boolean(form.querySelector("[aria-invalid=true], [role=alert], [name=proposal]"));
}

// Proposals wait for an answer, reasons do not: they are folded meanwhile, and below the news of the publication.
let waiting = false;

function showWaiting(yes) {
  if (yes === waiting) return;
  waiting = yes;
  hall.querySelector(".why-chosen").open = !yes;
}

function showItsProposal() {
  const all = [...document.querySelectorAll("#proposals [data-of]")];
  const free = inHall() && (!asking || leading) && !hall.classList.contains("complete");
  const its = free ? all.filter((one) => one.dataset.of === chosen) : [];
  const row = its.length === 1 ? chosenRow() : null;
  const form = row?.querySelector("form[data-scores]");
  const [single] = row && !(form && isEdited(form)) ? its : [];
  for (const one of all) one.classList.toggle("of-chosen", one === single);
  showWaiting(all.length > 0 || document.querySelector(".just-published") !== null);
  hall.classList.toggle("proposing", Boolean(single));
  hall.classList.toggle("folded", Boolean(single && form && !("done" in row.dataset)));
  proposedSize.disconnect();
  if (single) proposedSize.observe(single);
  else if (hall.style.getPropertyValue("--proposed")) hall.style.removeProperty("--proposed");
}

function showWhatIsNext() {
  const complete = !wanted && document.getElementById("round-next")?.firstElementChild?.matches(".next");
  hall.classList.toggle("complete", Boolean(complete));
  showItsProposal();
}

const STEPS = {
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  Home: [0, -Infinity],
  End: [0, Infinity],
};

// The row to which an arrow leads, if the key is one.
export function rowTowards(rows, row, key) {
  const [across, down] = STEPS[key] ?? [];
  if (down === undefined) return null;
  const line = rows.filter((other) => other.offsetTop === rows[0].offsetTop).length;
  if (across && line === 1 && !inHall()) return null;
  const step = across || down * (line < rows.length ? line : 1); // in a single line up and down are left and right
  return rows[Math.max(0, Math.min(rows.length - 1, rows.indexOf(row) + step))];
}

// The number of a table

let numbered = false; // whether the table was chosen by its number, and the next one will be

export const byNumber = () => numbered;

export function inOrder() {
  numbered = false;
}

export function askNumber(key = "") {
  field.value = "";
  field.focus({ preventScroll: true }); // in sight it is: the browser would scroll the list to where its line began
  if (key) keyInField(key);
}

export function beginsNumber(key) {
  return key === "t" || (/^\d$/.test(key) && like(key).length > 0);
}

// The tables whose number begins so.
function like(text) {
  const rows = all();
  const width = numberOf(rows.at(-1)).length;
  return rows.filter((row) => {
    const number = numberOf(row);
    return number.startsWith(text) || number.padStart(width, "0").startsWith(text);
  });
}

export function say(text) {
  document.querySelector("[data-announce]").textContent = text;
}

function showLike(found) {
  for (const row of all()) row.classList.toggle("unlike", found !== null && !found.includes(row));
}

// What was entered last is told in the tray, until the number of another table comes.
const entered = hall?.querySelector("[data-entered]");

export function tellEntered(row) {
  if (!entered || !row) return;
  const { game } = row.dataset; // of a match that goes on
  if (!game && !row.classList.contains("done")) {
    forgetEntered();
    return;
  }
  const label = row.getAttribute("aria-label");
  const told = label?.slice(label.indexOf(": ") + 2); // the two, and what was entered
  const [first, second] = told?.split(",")[0].split("–") ?? [];
  const result = document.createElement("span"); // never broken
  result.textContent = game ?? row.querySelector(".state").textContent.trim();
  const ofTwo = game ? [`${told} → `, result] : [first, result, second];
  const words = label ? ofTwo : [row.querySelector(".winner").textContent.trim()];
  entered.firstElementChild.replaceChildren(`${titleOf(row)}: `, ...words);
}

const forgetEntered = () => entered?.firstElementChild.replaceChildren();

entered?.addEventListener("pointerdown", (event) => event.preventDefault()); // the field keeps the focus
entered?.querySelector("button").addEventListener("click", () => document.querySelector("[data-undo]").click());

function arrive(row) {
  empty();
  forgetEntered();
  numbered = true;
  const link = row.querySelector("h2 > a"); // it is on another page
  if (link) {
    link.click();
    return;
  }
  row.hidden = false;
  want(true);
  handlers.arrive(row);
}

// The Enter that follows at once on a number which completed itself; a later one is meant.
const HABIT = 1000; // ms
let completed = -Infinity; // when

document.addEventListener(
  "keydown",
  (event) => {
    if (event.key === "Enter" && event.timeStamp - completed < HABIT) {
      event.preventDefault();
      event.stopPropagation();
    }
    if (!event.repeat) completed = -Infinity;
  },
  true,
);

function named(text) {
  return text ? all().find((row) => Number(numberOf(row)) === Number(text)) : null;
}

function read() {
  const text = field.value.trim();
  if (!text) {
    showLike(null);
    return;
  }
  const found = like(text);
  const row = named(text);
  if (row && found.length === 1) {
    completed = performance.now();
    arrive(row);
  } else if (found.length) showLike(found);
  else refuse(text);
}

function refuse(text) {
  say(field.dataset.noTable.replace("%s", () => text));
  showLike(null);
  field.select();
}

function empty() {
  field.value = "";
  showLike(null);
  say("");
}

// In the order of the tables.
function goOn(lead) {
  empty();
  forgetEntered();
  numbered = false;
  want(true);
  lead();
}

// Whether a key is the page's, wherever the focus rests: rows and fields take their own, a button, link or box to be
// ticked what is no letter and no digit.
export function isForPage(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  if (event.target.closest("input:not([type=checkbox]), [data-cells], select, textarea, dialog, .table")) return false;
  return /^\S$/.test(event.key) || event.target.matches("body, main");
}

// A key typed in the field, or before the field had the focus. Returns whether there is nothing more to do.
export function keyInField(key) {
  const text = field.value.trim();
  if (/^\d$/.test(key)) {
    const start = field.selectionStart === 0 && field.selectionEnd === field.value.length ? "" : text;
    field.value = start + key;
    read();
  } else if (key === "Enter") {
    const row = named(text);
    if (row) arrive(row);
    else if (text) refuse(text);
    else goOn(handlers.begin);
  } else if (key === "ArrowDown") {
    goOn(handlers.begin);
  } else if (key === "ArrowUp") {
    goOn(handlers.leave);
  } else if (key === "Escape") {
    if (text) empty();
    else if (leading) handlers.key(key);
    else goOn(handlers.leave);
  } else if ((key.length === 1 && key !== "t") || (leading && !text && key in STEPS)) {
    const row = named(text);
    if (row) arrive(row);
    handlers.key(key, row);
  } else {
    return key === "t";
  }
  return true;
}

field?.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (handlers.waits(event) || keyInField(event.key)) event.preventDefault();
});

field?.addEventListener("focus", () => {
  if (!leading) chooseNone();
});
field?.addEventListener("input", read); // pasted, or typed on a screen
field?.form.addEventListener("submit", (event) => event.preventDefault());

// A press where a key was pressed just now is the second of a double click: what has come beneath it meanwhile (the keys
// of the next table, another proposal, what draws the next round) nobody has read.
const DOUBLE = 400; // ms
let place = {}; // of the key pressed last
let pressed = 0; // when
let again = false;

function swallowSecond(event) {
  const { type, target, detail, timeStamp, clientX: x, clientY: y } = event;
  if (type === "pointerdown") {
    const { left, right, top, bottom } = place;
    again = timeStamp - pressed < DOUBLE && x > left && x < right && y > top && y < bottom;
  } else if (!detail) return; // a key of the keyboard
  else if (!again) {
    place = target.closest("#tables button, #proposals button")?.getBoundingClientRect() ?? {};
    pressed = timeStamp;
  }
  if (!again) return;
  again = type !== "click"; // with which it ends
  event.preventDefault();
  event.stopPropagation();
}

// What the tables propose

let marked = new Set(); // the ids of their rows

function showProposed() {
  const panel = document.getElementById("proposals");
  const proposed = new Set([...(panel?.querySelectorAll("[data-of]") ?? [])].map((one) => one.dataset.of));
  for (const id of new Set([...marked, ...proposed])) {
    const row = document.getElementById(id);
    if (!row || proposed.has(id) === "proposed" in row.dataset) continue;
    row.toggleAttribute("data-proposed");
    if (!row.classList.contains("done")) {
      row.querySelector(".state").textContent = proposed.has(id) ? list.dataset.proposedWord : "";
    }
  }
  marked = proposed;
  showItsProposal();
}

// A result entered by hand decides a proposal that says the same: what waits is read again at once.
function readProposals({ detail: { xhr, requestConfig } }) {
  if (!requestConfig.elt.closest("#tables > [data-proposed]")) return;
  xhr.addEventListener("loadend", () => setTimeout(() => htmx.trigger("#proposals", "decided")));
}

// What there is to undo may have come since the page was loaded.
function allowUndo() {
  const undo = document.querySelector("[data-undo]:disabled");
  if (undo && document.querySelector("#progress progress")?.value) undo.disabled = false;
}

if (list) {
  for (const type of ["pointerdown", "click"]) window.addEventListener(type, swallowSecond, true);
  for (const button of document.querySelectorAll("[data-view]")) {
    button.addEventListener("click", () => {
      const toHall = root.classList.toggle("hall-view");
      root.classList.toggle("list-view", !toHall);
      localStorage.setItem("tables-view", toHall ? "hall" : "list");
      if (asking && !leading) return;
      const row = chosenRow();
      row?.querySelector("details.more[open]")?.removeAttribute("open");
      show(row);
    });
  }
  list.addEventListener("pointerdown", () => {
    numbered = false;
    want(true);
  });
  // A key that is in the tray is meant for the table there.
  list.addEventListener("focusin", ({ target }) => {
    if (target.closest(".at-hand")) want(true);
  });
  document.addEventListener("htmx:afterSettle", () => {
    if (list.querySelector("[data-undone]")) forgetEntered();
    const row = (!asking || leading) && chosenRow();
    if (row && !row.hasAttribute("aria-current")) show(row);
    allowUndo();
    showProposed();
    showWhatIsNext();
  });
  // Once something is entered it is no news any more that the round is published.
  document.addEventListener("htmx:afterRequest", ({ detail: { requestConfig, successful } }) => {
    if (!successful || requestConfig.verb !== "post") return;
    document.querySelector(".just-published")?.remove();
  });
  document.addEventListener("htmx:beforeSend", readProposals);
  window.addEventListener("hashchange", () => {
    const row = list.querySelector(":scope > li:target");
    if (!row) return;
    want(true);
    handlers.arrive(row);
  });
  showAsking(asking);
  showProposed();
  showWhatIsNext();
}
