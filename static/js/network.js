// Shows a message when htmx could not save something, because the network failed or the server refused it.
// The translated messages are in <template id="not-saved"> and <template id="refused"> of base.html.

function forget() {
  document.querySelectorAll("[data-from-network]").forEach((message) => message.remove());
}

function show(templateId) {
  forget();
  const message = document.getElementById(templateId)?.content.firstElementChild.cloneNode(true);
  if (!message) return;
  message.dataset.fromNetwork = "";
  document.getElementById("messages")?.append(message);
}

document.addEventListener("htmx:sendError", () => show("not-saved"));
document.addEventListener("htmx:timeout", () => show("not-saved"));
document.addEventListener("htmx:responseError", () => show("refused"));

// A redirect to a whole page (the session has ended, the event was closed) is followed instead of swapped in.
document.addEventListener("htmx:beforeSwap", (event) => {
  const { xhr, requestConfig } = event.detail;
  if (xhr.status < 400) forget();
  const asked = new URL(requestConfig.path, window.location.href).pathname;
  const answered = new URL(xhr.responseURL || requestConfig.path, window.location.href);
  const isPage = xhr.responseText.trimStart().slice(0, 15).toLowerCase() === "<!doctype html>";
  if (isPage && answered.pathname !== asked && !requestConfig.elt.closest("[hx-select]")) {
    event.detail.shouldSwap = false;
    window.location.assign(answered);
  }
});
