// Menus and reasons: one that opens below the lower edge of the window is scrolled into view, a menu beside the window moves
// into it. A menu is closed by a click or the focus elsewhere, and by Escape, which goes back to its button; those of the
// hall’s tray have none, and stay.
const menus = () => [...document.querySelectorAll(".more[open]")].filter((menu) => menu.firstElementChild.getClientRects().length);

document.addEventListener(
  "toggle",
  ({ target }) => {
    if (target.matches(".more[open]")) moveIntoWindow(target.lastElementChild);
    if (target.matches(":is(.more, .why)[open]:focus-within")) target.lastElementChild.scrollIntoView({ block: "nearest" });
  },
  true,
);

function moveIntoWindow(menu) {
  menu.style.translate = "";
  const { left, right } = menu.getBoundingClientRect();
  const beyond = Math.min(left, 0) || Math.max(right - document.documentElement.clientWidth, 0);
  if (beyond) menu.style.translate = `${-beyond}px`;
}

function leave({ target, type, isTrusted }) {
  if (!isTrusted) return; // a script that sends what was typed before the menu was opened
  for (const menu of menus())
    if (!menu.contains(target) && (type === "click" || !target.contains(menu))) menu.open = false;
}

document.addEventListener("click", leave);
document.addEventListener("focusin", leave);

window.addEventListener(
  "keydown",
  (event) => {
    if (event.key !== "Escape") return;
    for (const menu of menus()) {
      event.stopPropagation(); // what was chosen below it stays
      menu.open = false;
      menu.firstElementChild.focus();
    }
  },
  true,
);
