// Two keys for every page of the organisers, outside of fields of text.
//
// ?                      opens <dialog id="shortcuts">, which lists all keys of the page
// .                      puts the focus on the next thing to do, [data-goal]: a button, or the row to be entered
// input[data-shortcuts]  in that dialog, switches them off for this browser; without this module it is not shown

const OFF = "shortcuts-off";
const dialog = document.getElementById("shortcuts");
const box = dialog?.querySelector("[data-shortcuts]");

const goal = () => document.querySelector(':is([data-goal], [data-table][tabindex="0"])');

document.addEventListener(
  "keydown",
  (event) => {
    const { key, target } = event;
    if (!["?", "."].includes(key) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!dialog || dialog.open || box.checked || target.matches("input:not([type=radio], [type=checkbox], [data-go]), select, textarea")) return;
    event.preventDefault();
    event.stopPropagation();
    if (key === "?") dialog.showModal();
    else goal()?.focus();
  },
  true,
);

if (box) {
  box.checked = localStorage.getItem(OFF) !== null;
  box.closest("label").hidden = false;
  box.addEventListener("change", () => (box.checked ? localStorage.setItem(OFF, "") : localStorage.removeItem(OFF)));
}
