// A hall's wireless network fails sooner or later: what was not saved must be said, never lost in silence.
// The sentences stand, translated, in <template id="not-saved"> and <template id="refused"> of base.html.

function show(templateId) {
  const messages = document.getElementById("messages");
  const message = document.getElementById(templateId)?.content.firstElementChild.cloneNode(true);
  if (!messages || !message) return;
  messages.querySelectorAll("[data-from-network]").forEach((old) => old.remove());
  message.dataset.fromNetwork = "";
  messages.append(message);
}

document.addEventListener("htmx:sendError", () => show("not-saved"));
document.addEventListener("htmx:timeout", () => show("not-saved"));
document.addEventListener("htmx:responseError", () => show("refused"));
document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.xhr.status < 400) {
    document.querySelectorAll("[data-from-network]").forEach((old) => old.remove());
  }
});
