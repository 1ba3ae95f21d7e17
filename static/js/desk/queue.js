// Sends requests to the server one after another, in the order of the keys typed, so that "the last one" means the
// same to the server as to the arbiter, at any speed of typing and of the network.
//
// A request sent again has the same Idempotency-Key: the server does nothing twice (`once` in events/writing.py).
// A link that leads away waits for the queue; the second time it does not.

import { forget, showNotice } from "./network.js";

const PAUSE = 3000; // ms between two attempts while the network is gone

const waiting = [];
let pressing = null; // the queued one whose button is being pressed
let underWay = null; // the request that is not answered yet
let onward = ""; // the page to which an answer has led, once all are answered
let lost = false; // whether something could not be sent
let pause = -1; // the timer of the next attempt; the first waits for htmx, without which a button sends the whole page
let leaving = null; // the link or button that waits until all is sent

export const isBusy = () => waiting.length > 0 || underWay !== null;

// Runs `act` once all requests before it are answered; it finds its button on the page as it is then, and presses it. Its
// request is sent again, in its turn, until the server has answered; the element with the id `place` says so meanwhile,
// with `words`. `key`: that of a request which this page, loaded again, has sent before.
export function enqueue(act, place = "", words = "", key = newKey()) {
  waiting.push({ act, place, words, key });
  if (lost) markUnsent(place);
  if (window.event?.type === "keydown") queueMicrotask(next);
  else setTimeout(next); // a button cannot be pressed while it is being pressed
}

// Drops the requests that wait; returns how many there were.
export function dropAll() {
  const dropped = waiting.splice(0);
  for (const { place } of dropped) markUnsent(place);
  return dropped.length;
}

// Whether a request has never reached the server, or its answer was lost.
export const unanswered = (xhr) => [0, 502, 503, 504].includes(xhr.status);

// Passes the user's own clicks on such buttons to a function instead of to htmx.
export function onClick(selector, take) {
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

// A key for a request that has to outlive the page. crypto.randomUUID exists only over HTTPS, which a hall may not have.
export const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

function next() {
  if (pause) return;
  while (waiting.length && !underWay) {
    pressing = waiting.shift();
    try {
      pressing.act();
    } finally {
      pressing = null;
    }
  }
  if (underWay) return;
  if (onward) return window.location.assign(onward);
  if (lost) forget("unsent");
  lost = false;
  (leaving?.isConnected ? leaving : document.getElementById(leaving?.id))?.click(); // an answer may have replaced it
  stay();
}

function requeue(queued) {
  waiting.unshift(queued);
  lost = true;
  forget("leaving");
  showUnsent();
  pause = setTimeout(tryAgain, PAUSE);
}

function tryAgain() {
  clearTimeout(pause);
  pause = 0;
  next();
}

document.addEventListener("DOMContentLoaded", tryAgain); // htmx, the first of the scripts, listens to it first
window.addEventListener("online", tryAgain);

// An answer may have replaced the message and marked places.
function showUnsent() {
  showNotice("unsent");
  for (const { place } of waiting) markUnsent(place);
}

// Says at the place what of it is not sent yet, if anything.
function markUnsent(place) {
  const element = document.getElementById(place);
  element?.querySelector("[data-unsent]")?.remove();
  const requests = waiting.filter((queued) => queued.place === place);
  const badge = document.getElementById("unsent-row")?.content.firstElementChild.cloneNode(true);
  if (!element || !badge || !requests.length) return;
  badge.querySelector("[data-words]").textContent = requests.flatMap(({ words }) => words || []).join(" · ");
  element.append(badge);
}

// A row is sent where its form says, which a hundred of them need not say twice.
document.addEventListener("htmx:configRequest", ({ detail }) => {
  if (detail.elt.getAttribute("hx-post") === "") detail.path = detail.elt.action;
  if (pressing) detail.headers["Idempotency-Key"] = pressing.key;
});

// The request itself tells when it has ended, also if its form is no longer on the page.
document.addEventListener("htmx:beforeSend", ({ detail: { xhr } }) => {
  if (!pressing) return;
  const queued = pressing;
  underWay = xhr;
  xhr.addEventListener("loadend", () => {
    underWay = null;
    onward = xhr.getResponseHeader("HX-Redirect") ?? onward;
    if (unanswered(xhr)) return requeue(queued);
    answers += 1;
    if (xhr.status >= 400) stay(); // to read why
    markUnsent(queued.place);
    if (lost && waiting.length) showUnsent();
    next();
  });
});

// An answer that leads to another page waits for those behind it, lest the browser ask whether to leave them.
document.addEventListener("htmx:beforeOnLoad", (event) => {
  if (event.detail.xhr === underWay && underWay.getResponseHeader("HX-Redirect")) event.preventDefault();
});

// A poll changes nothing while something is on its way: htmx would lose an answer whose form it has replaced. Nor does
// one that was asked before something was answered: it does not know of that.
const asked = new WeakMap();
let answers = 0;

function dropPoll(event) {
  const { target, xhr } = event.detail;
  if (asked.has(xhr) && (isBusy() || asked.get(xhr) !== answers || !target.isConnected)) event.preventDefault();
}

document.addEventListener("htmx:beforeRequest", ({ detail: { elt, xhr } }) => {
  if (!elt.matches("#proposals, #news")) return;
  asked.set(xhr, answers);
  elt.addEventListener("htmx:beforeOnLoad", dropPoll);
});

// Says whether somebody was about to leave.
export function stay() {
  const waited = leaving !== null;
  leaving = null;
  forget("leaving");
  return waited;
}

// What leads away: a link, or the button of a form that htmx does not send.
function leavingLink(event) {
  const { ctrlKey, metaKey, shiftKey, target } = event;
  const one = target.closest("a[href]:not([href^='#'], [target], [download]), form[method=post]:not([hx-post]) button");
  return ctrlKey || metaKey || shiftKey || one?.type === "button" || one?.hasAttribute("hx-post") ? null : one;
}

document.addEventListener(
  "click",
  (event) => {
    const one = event.isTrusted && isBusy() && leavingLink(event);
    if (!one || one === leaving) return;
    event.preventDefault();
    event.stopPropagation();
    leaving = one;
    showNotice("leaving");
  },
  true,
);

// The browser asks before leaving the page while requests wait or are not answered.
window.addEventListener("beforeunload", (event) => isBusy() && event.preventDefault());
