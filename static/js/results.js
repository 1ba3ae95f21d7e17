// Results from the keyboard: a key enters the result and the focus goes to the next table without one.
//
// [data-results]         the list; data-wrong-key: a sentence with %s for the key that means nothing;
//                        data-no-table-left: what is said to a result typed after the last one
//   [data-table]         a row, with an id and, when it has a result, data-done; takes the focus
//     button[data-key]   submits that result; several keys are separated by spaces ("5 = p")
// [data-undo]            what "u" presses
// [data-announce]        live region for the wrong key
//
// Arrow keys, Home and End move between rows. Backspace and Delete press the button whose value is "".
// Where there is a mouse there is a keyboard: the first row without a result is ready for it at once.
// A row that an undo has brought back (data-undone) takes the focus.
// One key too many after the last table without a result changes nothing: an arrow or a click chooses first.
// Everything here is also a click on a button that is there without this module.

const ROW = "[data-table]";
const list = document.querySelector("[data-results]");

// Rows that were typed and not answered yet: fast hands are already three tables further.
const sent = new Set();

// The row of a result after which no table is without one: the focus stays there, though nobody chose it.
let last = null;

// What was typed goes to the server one after another, in the order of the keys: so that "the last one"
// is to the server what it is to the arbiter, however fast he was and however slow the network is.
// Each is a function that finds its button on the page as it is then.
const waiting = [];
let underWay = 0;

const rows = () => [...list.querySelectorAll(ROW)];
const answered = (row) => "done" in row.dataset || sent.has(row.id);

// One row at a time takes part in the Tab order; the buttons inside follow it.
function enter(row) {
  for (const other of rows()) other.tabIndex = other === row ? 0 : -1;
}

function focusRow(row) {
  if (!row) return;
  enter(row);
  row.focus({ preventScroll: true });
  row.scrollIntoView({ block: "nearest" });
}

function nextWithoutResult(row) {
  const all = rows();
  const start = all.indexOf(row);
  const order = [...all.slice(start + 1), ...all.slice(0, start)];
  return order.find((other) => !answered(other));
}

function buttonFor(row, key) {
  if (key === "Backspace" || key === "Delete") return row.querySelector('button[name="result"][value=""]');
  return [...row.querySelectorAll("button[data-key]")].find((button) =>
    button.dataset.key.split(" ").includes(key.toLowerCase()),
  );
}

function announce(text) {
  const region = document.querySelector("[data-announce]");
  if (region) region.textContent = text;
}

function move(row, key) {
  const all = rows();
  const at = all.indexOf(row);
  const target = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[key];
  if (target === undefined) return false;
  last = null;
  focusRow(all[Math.max(0, Math.min(all.length - 1, target))]);
  return true;
}

// A click, because htmx takes the result from the button that was clicked.
function pressNext() {
  while (waiting.length && !underWay) waiting.shift()()?.click();
}

function pressInTurn(find) {
  waiting.push(find);
  pressNext();
}

function enterResult(row, button) {
  announce("");
  const next = button.value !== "" && nextWithoutResult(row);
  last = button.value !== "" && !next ? row.id : null;
  sent.add(row.id);
  pressInTurn(() => document.querySelector(`#${row.id} button[name="result"][value="${button.value}"]`));
  focusRow(next || row);
}

list?.addEventListener("keydown", (event) => {
  const row = event.target.closest(ROW);
  const typing = event.target.matches("input, select, textarea");
  if (!row || typing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (move(row, event.key)) {
    event.preventDefault();
    return;
  }
  const button = buttonFor(row, event.key);
  if (button) {
    event.preventDefault();
    if (row.id === last && answered(row) && button.value !== "") announce(list.dataset.noTableLeft);
    else if (!event.repeat) enterResult(row, button);
  } else if (event.key.toLowerCase() === "u") {
    announce("");
    last = null;
    pressInTurn(() => document.querySelector("[data-undo]"));
  } else if (event.key.length === 1 && event.key !== " ") {
    announce(list.dataset.wrongKey.replace("%s", event.key));
  }
});

list?.addEventListener("pointerdown", () => {
  last = null;
});

list?.addEventListener("focusin", (event) => {
  const row = event.target.closest(ROW);
  if (row) enter(row);
});

// What this page sends is no surprise to it, should a second key overtake the answer to the first.
document.addEventListener("htmx:beforeSend", (event) => {
  const form = event.detail.requestConfig.elt;
  if (!form.closest(`[data-results] ${ROW}`)) return;
  const expected = document.createElement("input");
  expected.type = "hidden";
  expected.name = "expected";
  expected.value = event.detail.requestConfig.formData.get("result");
  form.append(expected);
});

// htmx replaces the row that was sent. Whoever stood in it must find himself in the new one.
let held = null;

document.addEventListener("htmx:beforeSwap", () => {
  const active = document.activeElement;
  const row = active?.closest(`[data-results] ${ROW}`);
  if (row) held = { row: row.id, value: active.name === "result" ? active.value : null };
  else if (active !== document.body) held = null;
});

document.addEventListener("htmx:afterSettle", () => {
  if (!list) return;
  settle();
  if (held && document.activeElement === document.body) {
    const row = document.getElementById(held.row);
    const button = held.value === null ? null : row?.querySelector(`button[name="result"][value="${held.value}"]`);
    button?.focus({ preventScroll: true });
    // A button in a closed menu does not take the focus: its row does.
    if (document.activeElement === document.body) focusRow(row);
  }
  held = null;
  const undone = list.querySelector("[data-undone]");
  if (undone) {
    delete undone.dataset.undone;
    focusRow(undone);
  }
});

// The request itself tells when it is over, however it ended: also if its row is not on the page any more.
document.addEventListener("htmx:beforeSend", ({ detail }) => {
  underWay += 1;
  detail.xhr.addEventListener("loadend", () => {
    underWay -= 1;
    pressNext();
  });
});

document.addEventListener("htmx:afterRequest", (event) => {
  const row = event.detail.requestConfig.elt.closest(ROW);
  if (row) sent.delete(row.id);
});

// Whoever leaves while something is still to be sent is asked.
window.addEventListener("beforeunload", (event) => {
  if (waiting.length) event.preventDefault();
});

function settle() {
  const all = rows();
  const current = all.find((row) => row.contains(document.activeElement) || row.id === held?.row);
  const start = current ?? all.find((row) => !("done" in row.dataset)) ?? all[0];
  if (start) enter(start);
}

if (list) {
  settle();
  const first = rows().find((row) => !("done" in row.dataset));
  const pointed = window.matchMedia("(hover: hover) and (pointer: fine)").matches;
  if (pointed && document.activeElement === document.body) first?.focus({ preventScroll: true });
}
