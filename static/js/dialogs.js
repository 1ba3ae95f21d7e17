// Dialogs that are in the page.
//
// <button data-dialog="shortcuts">     opens <dialog id="shortcuts">
// <button type="button" data-close>    closes the dialog that contains it

document.addEventListener("click", (event) => {
  const opener = event.target.closest("[data-dialog]");
  if (opener) {
    document.getElementById(opener.dataset.dialog).showModal();
  } else if (event.target.closest("[data-close]")) {
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
