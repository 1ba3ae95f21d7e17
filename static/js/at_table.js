// The page that players open from their table's sheet: what they send waits for the network instead of leaving for
// the browser's error page.
//
// #proposal            holds the form and, while it is not sent, the mark that says so
//   form.proposal-form
//
// The form is locked until the server has answered: a second result of a match belongs to the page that comes back.
// It also works without this module.

import { inTurn, unanswered } from "./turns.js";

let pressing = false;

document.addEventListener(
  "submit",
  (event) => {
    const form = event.target;
    const button = event.submitter;
    if (pressing || !form.matches(".proposal-form")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    form.inert = true;
    document.getElementById("content").focus({ preventScroll: true });
    const press = () => {
      pressing = true;
      button.click();
      pressing = false;
    };
    inTurn(press, "proposal", button.name && button.textContent.trim());
  },
  true,
);

document.addEventListener("htmx:afterRequest", ({ detail }) => {
  const form = detail.requestConfig.elt;
  if (!form.matches(".proposal-form") || unanswered(detail.xhr)) return;
  form.inert = false;
  document.querySelector("#proposal [aria-invalid=true]")?.focus();
});
