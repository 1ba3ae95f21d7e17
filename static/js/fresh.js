// Keeps a public page up to date: htmx replaces #live when the server says that it has changed, and #bar with the tabs
// where these are other ones: nothing that has the focus goes for its like.
// Opened details stay open and scrolled regions stay scrolled; both are found again by their id.

let opened = [];
let scrolled = new Map();

document.addEventListener("htmx:beforeSwap", () => {
  opened = [...document.querySelectorAll("#live details[open][id]")].map((details) => details.id);
  scrolled = new Map([...document.querySelectorAll("#live .scroll[id]")].map((region) => [region.id, [region.scrollLeft, region.scrollTop]]));
});

document.addEventListener("htmx:afterSwap", () => {
  for (const id of opened) document.getElementById(id)?.setAttribute("open", "");
  for (const [id, [left, top]] of scrolled) {
    const region = document.getElementById(id);
    if (region) [region.scrollLeft, region.scrollTop] = [left, top];
  }
});

document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
  detail.shouldSwap = !detail.target.isEqualNode(detail.fragment.firstElementChild);
});
