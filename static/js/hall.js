// The hall: the tables of a round as tiles, and beside them what belongs to the one chosen. It is the same list in
// another dress (hall.css), so that results.js and scores.js enter results in both.
//
// #tables > li            a table; the chosen one has aria-current. Its number is in .table-number or in its <h2>
// [data-view]             the button that changes the view; the browser remembers it
// [data-chosen-number]…   who sits at the table chosen; [data-why="<id of a table>"]: why, to be shown beside it
// [data-of="<id>"]        a proposal of that table, whose tile says so in its .state with the list's data-proposed-word
// [data-go]               the field for the number of a table; data-no-table: message, with %s for the number
//
// A number is complete as soon as no other table's begins with it: of 60 tables, 44 and 7 are, 4 is not. Enter ends
// it, too, as does a zero before it: 04. After the result that follows, the field waits for the next number; an
// arrow, Escape or a click goes back to the order of the tables.

const root = document.documentElement;
const list = document.getElementById("tables");
const hall = list?.closest(".hall");
const wide = window.matchMedia("screen and (min-width: 64rem) and (min-height: 36rem)");
let isWide = wide.matches;
wide.addEventListener("change", () => {
  isWide = wide.matches;
  told = null;
  choose(chosenRow());
});
export const field = list && document.querySelector("[data-go]");

const all = () => [...list.querySelectorAll(":scope > li:not([data-nobody])")];
const numberOf = (row) => (row.querySelector(".table-number") ?? row.querySelector("h2")).textContent.match(/\d+/)[0];
export const inHall = () => isWide && root.classList.contains("hall-view");

// What is done with a table whose number was typed, and with a key that follows: results.js and scores.js say.
let handlers = { arrive: () => {}, key: () => {}, leave: () => {} };

export function handleNumbers(given) {
  handlers = given;
}

// The table chosen

let chosen = ""; // the id of its row
let current = null; // the row with aria-current, which htmx may have replaced
let told = null; // the row of which the tray tells
let wanted = false; // whether it was chosen by the user, and not because its turn has come

export function chosenRow() {
  return document.getElementById(chosen);
}

export function want(yes) {
  wanted = yes;
  showWhatIsNext();
}

export function choose(row) {
  if (!row?.id) return;
  if (current !== row) {
    current?.removeAttribute("aria-current");
    current?.querySelector("details.more[open]")?.removeAttribute("open");
    row.setAttribute("aria-current", "true");
    current = row;
  }
  chosen = row.id;
  if (!inHall()) return;
  row.querySelector("details.more:not([open])")?.setAttribute("open", "");
  if (told !== row) tell(row);
}

const whys = new Map([...document.querySelectorAll("[data-why]")].map((why) => [why.dataset.why, why]));

function tell(row) {
  told = row;
  const part = (name) => hall.querySelector(`[data-chosen-${name}]`);
  const heading = row.querySelector("h2")?.firstChild.textContent ?? row.getAttribute("aria-label").split(":")[0];
  part("number").textContent = heading.trim();
  const seats = row.querySelectorAll(".seat");
  for (const [place, name] of ["first", "second"].entries()) {
    part(name).textContent = seats[place]?.textContent.trim() ?? "";
    part(name).className = seats[place]?.className ?? "";
  }
  const why = whys.get(row.id)?.lastChild.textContent.trim() ?? "";
  part("why").textContent = why;
  hall.querySelector(".why-chosen").hidden = !why;
  sizes.disconnect();
  const hand = row.querySelector(".at-hand");
  if (hand) sizes.observe(hand);
}

// Below the names there is as much room as the keys take.
const sizes = new ResizeObserver(([{ borderBoxSize }]) => {
  const [{ blockSize }] = borderBoxSize;
  const height = `${Math.ceil(blockSize)}px`;
  const { style } = hall.querySelector(".chosen");
  if (blockSize && style.getPropertyValue("--card") !== height) style.setProperty("--card", height);
});

function showWhatIsNext() {
  const complete = !wanted && document.getElementById("round-next")?.firstElementChild?.matches(".next");
  hall.classList.toggle("complete", Boolean(complete));
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
  const [across, down] = STEPS[key] ?? [0, 0];
  if (!down && !(across && inHall())) return null;
  const line = inHall() ? rows.filter((other) => other.offsetTop === rows[0].offsetTop).length : 1;
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
  field.focus();
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

function say(text) {
  document.querySelector("[data-announce]").textContent = text;
}

function showLike(found) {
  for (const row of all()) row.classList.toggle("unlike", found !== null && !found.includes(row));
}

function arrive(row) {
  field.value = "";
  showLike(null);
  say("");
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
  if (row && found.length === 1) arrive(row);
  else if (found.length) showLike(found);
  else refuse(text);
}

function refuse(text) {
  say(field.dataset.noTable.replace("%s", () => text));
  showLike(null);
  field.select();
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
  } else if (["Escape", "ArrowUp", "ArrowDown"].includes(key)) {
    field.value = "";
    showLike(null);
    say("");
    numbered = false;
    handlers.leave();
  } else if (key.length === 1 && key !== "t") {
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
  if (keyInField(event.key)) event.preventDefault();
});

field?.addEventListener("input", read); // pasted, or typed on a screen
field?.form.addEventListener("submit", (event) => event.preventDefault());

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
}

if (list) {
  for (const button of document.querySelectorAll("[data-view]")) {
    button.addEventListener("click", () => {
      const toHall = root.classList.toggle("hall-view");
      root.classList.toggle("list-view", !toHall);
      localStorage.setItem("tables-view", toHall ? "hall" : "list");
      const row = chosenRow();
      row?.querySelector("details.more[open]")?.removeAttribute("open");
      choose(row);
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
    const row = chosenRow();
    if (row && !row.hasAttribute("aria-current")) choose(row);
    showProposed();
    showWhatIsNext();
  });
  window.addEventListener("hashchange", () => {
    const row = list.querySelector(":scope > li:target");
    if (!row) return;
    want(true);
    handlers.arrive(row);
  });
  showProposed();
  showWhatIsNext();
}
