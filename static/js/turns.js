// Sends requests to the server one after another, in the order of the keys typed, so that "the last one" means the
// same to the server as to the arbiter, at any speed of typing and of the network.
//
// inTurn(act)       runs `act` once all requests before it are answered; it finds its button on the page as it
//                   is then, and presses it
// afterAll(then)    runs `then` as soon as no request is under way
// dropAll()         drops the requests that wait; returns how many there were
// takeClicks(…)     passes the user's own clicks on such buttons to a function instead of to htmx

const waiting = [];
const thens = [];
let pressing = false;
let underWay = false;

// Deferred, because a button cannot be pressed, nor a form submitted, while it is being pressed or submitted.
export function inTurn(act) {
  waiting.push(act);
  setTimeout(next);
}

export function afterAll(then) {
  thens.push(then);
  setTimeout(next);
}

export function dropAll() {
  return waiting.splice(0).length;
}

export function takeClicks(selector, take) {
  document.addEventListener(
    "click",
    (event) => {
      const button = event.isTrusted && event.target.closest(selector);
      if (!button) return;
      event.preventDefault();
      event.stopPropagation();
      take(button, event);
    },
    true,
  );
}

export function undo() {
  inTurn(() => document.querySelector("[data-undo]")?.click());
}

takeClicks("[data-undo]", undo);

function next() {
  while (waiting.length && !underWay) {
    pressing = true;
    try {
      waiting.shift()();
    } finally {
      pressing = false;
    }
  }
  if (!underWay) for (const then of thens.splice(0)) then();
}

// The request itself tells when it has ended, in whatever way, also if its form is no longer on the page.
// Requests of polls and previews do not block others.
document.addEventListener("htmx:beforeSend", ({ detail }) => {
  if (!pressing) return;
  underWay = true;
  detail.xhr.addEventListener("loadend", () => {
    underWay = false;
    next();
  });
});

// The browser asks before leaving the page while requests wait or are not answered.
window.addEventListener("beforeunload", (event) => {
  if (waiting.length || underWay) event.preventDefault();
});
