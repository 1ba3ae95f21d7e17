// A double click on a button sends its form once: two tournaments of one name help nobody. Forms that htmx sends
// are its own care; and who is still on the page after a few seconds may try again.

const PAUSE = 5000;
const sentAt = new WeakMap();

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || form.method !== "post") return;
  const now = performance.now();
  if (now - (sentAt.get(form) ?? -PAUSE) < PAUSE) event.preventDefault();
  else sentAt.set(form, now);
});

// Back on a page the browser has kept: nothing is on its way any more.
window.addEventListener("pageshow", () => document.querySelectorAll("form").forEach((form) => sentAt.delete(form)));
