// Where the tabs have no room they scroll sideways: scrolls the current tab into view, and marks them with
// .cut, and with .past where some are out of sight before the first.

const cut = new ResizeObserver((entries) => {
  for (const { target } of entries) target.classList.toggle("cut", target.scrollWidth > target.clientWidth);
});

for (const tabs of document.querySelectorAll(".tabs")) {
  const current = tabs.querySelector("[aria-current]");
  if (current) {
    tabs.scrollLeft = current.offsetLeft - tabs.offsetLeft - (tabs.clientWidth - current.offsetWidth) / 2;
  }
  const mark = () => tabs.classList.toggle("past", tabs.scrollLeft > 8);
  tabs.addEventListener("scroll", mark, { passive: true });
  cut.observe(tabs);
  mark();
}
