// In a row of tabs or pills that is moved sideways, the one that is shown is in the middle.
for (const current of document.querySelectorAll(".bar [aria-current]")) {
  const row = current.closest(".bar > *");
  row.scrollLeft = current.offsetLeft + (current.offsetWidth - row.clientWidth) / 2;
}
