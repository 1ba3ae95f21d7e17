// A double click on a button submits its form once. Forms sent by htmx are left to htmx, and after a few seconds
// on the same page the form can be submitted again.

const PAUSE = 5000;
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
