// The box that enters players by some letters of their name and Enter, at typing speed.
//
// form[data-enter]       htmx sends it, and preserves it (hx-preserve) in the page that comes back
//   input[name=q]        what is typed; the event "again" repeats the search
// [data-missed]          message about names that were not entered, with %s for them; hidden without any. It is
//                        preserved, too, and gone once a name is entered that was typed below it
//
// Enter empties the box at once, so that the next name can be typed before the first is answered. Names go to
// the server one after another; without network they wait beside the box. A refused name is put back into the box
// if that is empty; where it is nobody's on the roster, Enter then leads to a new person, #onward.

import { enqueue, unanswered } from "./desk/queue.js";

const form = document.querySelector("form[data-enter]");
const box = form?.elements.q;
const region = () => document.querySelector("[data-missed]"); // another one after each answer
let missed = [];
let name = null; // what is being sent
let missedBefore = []; // who was missed already when it was typed
let submitting = false;
let returned = null; // the refused name that was put back into the box

function send(text, before) {
  name = text;
  missedBefore = before;
  submitting = true;
  form.requestSubmit();
  submitting = false;
}

form?.addEventListener(
  "submit",
  (event) => {
    if (submitting) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const text = box.value.trim();
    if (!text) return;
    box.value = "";
    htmx.trigger(box, "htmx:abort"); // the search under way
    const before = missed;
    enqueue(() => send(text, before), form.id, text);
  },
  true,
);

document.addEventListener("htmx:configRequest", ({ detail }) => {
  if (detail.elt === form && submitting) detail.parameters.q = name;
});

function showMissed(names) {
  missed = names;
  const shown = region();
  shown.textContent = names.length ? shown.dataset.missed.replace("%s", () => names.join(", ")) : "";
  shown.hidden = !names.length;
}

function miss(text) {
  showMissed([...missed, text]);
}

function restoreName(text) {
  if (box.value) return miss(text);
  box.value = returned = text;
  box.select();
}

// Who goes on typing there types the next name.
document.addEventListener("keydown", ({ key, target, ctrlKey, metaKey, altKey }) => {
  if (target.matches("#onward") && key.length === 1 && !ctrlKey && !metaKey && !altKey) {
    box.focus();
    box.select();
  }
});

// Typing another name does not correct the refused one.
form?.addEventListener("input", () => {
  if (returned && !box.value.includes(returned[0])) miss(returned);
  returned = null;
});

document.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (unanswered(detail.xhr)) return;
  if (detail.requestConfig.elt === form) {
    if (detail.xhr.status === 200) showMissed(missed.filter((one) => !missedBefore.includes(one)));
    else restoreName(name);
  }
  if (detail.requestConfig.elt === box && returned === box.value) document.getElementById("onward")?.focus();
  // The list that arrived does not match what has been typed meanwhile.
  if (detail.target?.id === "everything" && box?.value) htmx.trigger(box, "again");
});
