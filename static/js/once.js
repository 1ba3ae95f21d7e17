// A double click counts once. On a button of the tables of a round, or of their proposals, a click where one was just now
// does nothing: what has come beneath it meanwhile (the keys of the next table, another proposal, what draws the next
// round) nobody has read. Any other button submits its form once. Forms sent by htmx are left to htmx, and after a few
// seconds on the same page the form can be submitted again.

const PAUSE = 5000;
const DOUBLE = 400; // ms
const NEAR = 12; // px
let last = { timeStamp: -Infinity };

window.addEventListener(
  "click",
  (event) => {
    if (!event.detail) return; // a key of the keyboard
    const near = Math.hypot(event.clientX - last.clientX, event.clientY - last.clientY) < NEAR;
    if (near && event.timeStamp - last.timeStamp < DOUBLE) {
      event.preventDefault();
      event.stopPropagation();
    } else last = event.target.closest("#tables button, #proposals button") ? event : { timeStamp: -Infinity };
  },
  true,
);

const sentAt = new WeakMap();

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || form.method !== "post") return;
  const now = performance.now();
  if (now - (sentAt.get(form) ?? -PAUSE) < PAUSE) event.preventDefault();
  else sentAt.set(form, now);
});

// A page restored from the browser's cache has no request under way.
window.addEventListener("pageshow", () => document.querySelectorAll("form").forEach((form) => sentAt.delete(form)));

// While a form leads away nothing is asked: an answer would load the page that is being left, or tell as news on the next
// one what the form has done.
let leftAt = -Infinity;
document.addEventListener("submit", (event) => {
  if (event.defaultPrevented) return;
  leftAt = performance.now();
  document.querySelectorAll("[hx-get]").forEach((one) => htmx.trigger(one, "htmx:abort"));
});
document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.detail.requestConfig.verb === "get" && performance.now() - leftAt < 15000) event.preventDefault();
});
