// Which view of a round's tables this browser shows: a class on <html>, before the page is first drawn, and so not
// a module. Without scripts it is the list; hall.css has the hall, hall.js changes the view.
document.documentElement.classList.add(localStorage.getItem("tables-view") === "list" ? "list-view" : "hall-view");
