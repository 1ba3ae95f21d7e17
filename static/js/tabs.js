// On a phone the tabs scroll sideways: scrolls the current tab into view.

for (const tabs of document.querySelectorAll(".tabs")) {
  const current = tabs.querySelector("[aria-current]");
  if (current) {
    tabs.scrollLeft = current.offsetLeft - tabs.offsetLeft - (tabs.clientWidth - current.offsetWidth) / 2;
  }
}
