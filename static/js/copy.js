// Copies a text of the site, to be pasted elsewhere.
//
// [data-copy]   a button, or a link to the text; the address of the text, or with [data-text] that text itself.
//               The element with role="status" after it says how it went, in the words of its data-done and
//               data-failed. A link that could not copy leads to the text from then on.
//
// A site in a hall has no https, and without it browsers have no clipboard but that of a selection.

const fetched = (address) =>
  fetch(address).then((answer) => (answer.ok ? answer.text() : Promise.reject(answer.status)));

async function copy(text) {
  if (navigator.clipboard?.write && window.ClipboardItem) {
    // Safari wants to be asked at once, whenever the text comes.
    const blob = text.then((words) => new Blob([words], { type: "text/plain" }));
    await navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })]);
  } else copySelected(await text);
}

function copySelected(text) {
  const area = document.createElement("textarea");
  area.value = text;
  area.className = "visually-hidden";
  document.body.append(area);
  area.select();
  const copied = document.execCommand("copy");
  area.remove();
  if (!copied) throw new Error("not copied");
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  event.preventDefault();
  const said = button.parentElement.querySelector("[role=status]");
  said.textContent = "";
  try {
    const { copy: address, text } = button.dataset;
    await copy(text ? Promise.resolve(text) : fetched(address));
    said.textContent = said.dataset.done;
  } catch {
    said.textContent = said.dataset.failed;
    if (button.href) delete button.dataset.copy;
  }
  button.focus();
});
