// A menu or a reason that opens below the lower edge of the window is scrolled into view.
document.addEventListener(
  "toggle",
  ({ target }) => {
    if (target.matches(":is(.more, .why)[open]:focus-within")) target.lastElementChild.scrollIntoView({ block: "nearest" });
  },
  true,
);
