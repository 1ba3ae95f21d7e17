// Shows a message when htmx could not save something, because the network failed or the server refused it.
// The messages are <template>s of base.html: "not-fresh", "not-saved", "refused"; for queue.js "unsent", "leaving".

const PASSING = ["not-fresh", "not-saved", "refused"];
const messages = document.getElementById("messages");

// A class, and :has() on the root only without scripts: for that a browser searches the whole page at each key.
function showAtTable() {
  messages?.classList.toggle("at-table", window.location.hash.startsWith("#table-"));
  measure();
  if (messages?.matches(".at-table:has(*)")) document.querySelector(":target")?.scrollIntoView({ block: "nearest" });
}
window.addEventListener("hashchange", showAtTable);
showAtTable();

export function forget(templateId) {
  const notices = document.querySelectorAll(`[data-from-network="${templateId}"]`);
  notices.forEach((message) => message.remove());
  if (notices.length) measure(); // the height is a property of the whole page, whose style is then computed anew
}

// A message stays at the top of the window: what is in sight below it must know its height (--notice-height).
function measure() {
  const hasNotice = document.querySelector("[data-from-network]") !== null;
  messages?.classList.toggle("has-notice", hasNotice);
  const stays = messages?.matches(".has-notice, .at-table");
  document.documentElement.style.setProperty("--notice-height", `${stays ? messages.offsetHeight : 0}px`);
}

// What is not sent yet matters most: its message stays, alone.
export function showNotice(templateId) {
  if (document.querySelector('[data-from-network="unsent"]')) return;
  [...PASSING, templateId].forEach(forget);
  const message = document.getElementById(templateId)?.content.firstElementChild.cloneNode(true);
  if (!message) return;
  message.dataset.fromNetwork = templateId;
  messages?.append(message);
  measure();
}

function failed({ detail: { requestConfig } }) {
  if ("Idempotency-Key" in requestConfig.headers) return;
  showNotice(requestConfig.verb === "get" ? "not-fresh" : "not-saved");
}

for (const event of ["htmx:sendError", "htmx:timeout"]) document.addEventListener(event, failed);
document.addEventListener("htmx:responseError", (event) => {
  if ([502, 503, 504].includes(event.detail.xhr.status)) failed(event);
  else showNotice("refused");
});

// A redirect to a whole page (the session has ended, the event was closed) is followed instead of swapped in.
document.addEventListener("htmx:beforeSwap", (event) => {
  const { xhr, requestConfig } = event.detail;
  if (xhr.status < 400) PASSING.forEach(forget);
  const asked = new URL(requestConfig.path, window.location.href).pathname;
  const answered = new URL(xhr.responseURL || requestConfig.path, window.location.href);
  const isPage = xhr.responseText.trimStart().slice(0, 15).toLowerCase() === "<!doctype html>";
  if (isPage && answered.pathname !== asked && !requestConfig.elt.closest("[hx-select]")) {
    event.detail.shouldSwap = false;
    window.location.assign(answered);
  }
});

// Who goes back reads how things stand now, unless something was typed there.
window.addEventListener("pageshow", ({ persisted }) => {
  const fields = [...document.querySelectorAll("main :is(input:not([type=checkbox], [type=radio]), textarea)")];
  if (persisted && !fields.some((one) => one.value !== one.defaultValue)) window.location.reload();
});
