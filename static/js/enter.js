// The box that enters players by some letters of their name and Enter, as fast as one can type.
//
// form[data-enter]       htmx sends it, and preserves it (hx-preserve) in the page that comes back
//   input[name=q]        what is typed; "again" makes it search anew
// [data-missed]          inside it: says of which names nothing came, with %s for them
//
// Enter empties the box at once: the next name can be typed before the first one is answered. Names go to the
// server one after another. One that it refuses comes back into the box, unless something stands there already.

import { inTurn } from "./turns.js";

const form = document.querySelector("form[data-enter]");
const box = form?.elements.q;
const region = form?.querySelector("[data-missed]");
const missed = [];
let name = null; // what is being sent
let submitting = false;
let returned = null; // a refused name that stands in the box, as it came back

function send(text) {
  name = text;
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
    htmx.trigger(box, "htmx:abort"); // what it was looking for
    inTurn(() => send(text));
  },
  true,
);

document.addEventListener("htmx:configRequest", ({ detail }) => {
  if (detail.elt === form && submitting) detail.parameters.q = name;
});

function miss(text) {
  missed.push(text);
  region.textContent = region.dataset.missed.replace("%s", () => missed.join(", "));
}

function giveBack(text) {
  if (box.value) return miss(text);
  box.value = returned = text;
  box.select();
}

// Somebody who has looked up and typed the next name has not put the refused one right.
form?.addEventListener("input", () => {
  if (returned && !box.value.includes(returned[0])) miss(returned);
  returned = null;
});

document.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (detail.requestConfig.elt === form && detail.xhr.status !== 200) giveBack(name);
  // The list that came knows nothing of what was typed meanwhile.
  if (detail.target?.id === "everything" && box?.value) htmx.trigger(box, "again");
});
