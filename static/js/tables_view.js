// Which view of a round's tables this browser shows: a class on <html>, before the page is first drawn, and so not
// a module. Without scripts it is the list; hall.css has the hall, hall.js changes the view.
//
// A key pressed before hall.js is there enters nothing, and hall.js says so: data-early of <html>.
const page = document.documentElement;
page.classList.add(localStorage.getItem("tables-view") === "list" ? "list-view" : "hall-view");
addEventListener("keydown", ({ key, target }) => {
  if (key.length === 1 && !target.closest("input, select, textarea")) page.dataset.early = "";
});
