// What is typed goes to the server one after another, in the order of the keys: so that "the last one" is to the
// server what it is to the arbiter, however fast he is and however slow the network.
//
// inTurn(act)       runs `act` once all that came before it is answered; it finds its button on the page as that
//                   is then, and presses it
// afterAll(then)    runs `then` as soon as nothing is on its way
// dropAll()         what waits is not sent any more; gives how many there were
// takeClicks(…)     gives the user's own clicks on such buttons to a function, instead of to htmx

const waiting = [];
const thens = [];
let pressing = false;
let underWay = false;

// Later: a button that is being pressed, or a form that is being submitted, cannot be so once more meanwhile.
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

// The request itself tells when it is over, however it ended: also if its form is not on the page any more.
// What polls and previews ask for meanwhile holds nothing up.
document.addEventListener("htmx:beforeSend", ({ detail }) => {
  if (!pressing) return;
  underWay = true;
  detail.xhr.addEventListener("loadend", () => {
    underWay = false;
    next();
  });
});

// Whoever leaves while something is still to be sent or answered is asked.
window.addEventListener("beforeunload", (event) => {
  if (waiting.length || underWay) event.preventDefault();
});
