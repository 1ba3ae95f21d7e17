// A bracket that is wider than the page opens at the round that is being played.

for (const region of document.querySelectorAll(".bracket")) {
  const now = region.querySelector("thead .now");
  if (now) region.scrollLeft += now.getBoundingClientRect().left - region.querySelector("thead th").getBoundingClientRect().left;
}
