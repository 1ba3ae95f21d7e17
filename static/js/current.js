// In a row of tabs or pills that is moved sideways, the one that is shown is in sight.
for (const current of document.querySelectorAll(".bar [aria-current]")) {
  const row = current.closest(".bar > *");
  const [own, seen] = [current.getBoundingClientRect(), row.getBoundingClientRect()];
  if (own.left < seen.left || own.right > seen.right) row.scrollLeft += (own.left + own.right - seen.left - seen.right) / 2;
}
