// Confirmations in a <dialog>. Without this module the same controls link to a page that asks.
//
// <a href="/confirm/" data-dialog="close-event">   opens <dialog id="close-event">
// <button type="button" data-close>                closes the dialog that contains it
// <dialog data-modal> arriving through htmx (in #dialog-slot) opens itself, and is removed when it closes.

document.addEventListener("click", (event) => {
  const opener = event.target.closest("[data-dialog]");
  const dialog = opener && document.getElementById(opener.dataset.dialog);
  if (dialog) {
    event.preventDefault();
    dialog.showModal();
    return;
  }
  if (event.target.closest("[data-close]")) {
    event.target.closest("dialog")?.close();
  } else if (event.target instanceof HTMLDialogElement && isOutside(event.target, event)) {
    event.target.close();
  }
});

// A click on the backdrop has the dialog as its target: only the position tells them apart.
function isOutside(dialog, { clientX: x, clientY: y, detail }) {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return detail > 0 && (x < left || x > right || y < top || y > bottom);
}

document.addEventListener("htmx:afterSwap", () => {
  for (const dialog of document.querySelectorAll("dialog[data-modal]:not([open])")) {
    dialog.addEventListener("close", () => dialog.remove());
    dialog.showModal();
  }
});
