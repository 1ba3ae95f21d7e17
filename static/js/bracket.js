// A bracket that is wider than the page opens at the round that is being played, if that is not in sight. Who is
// chosen to be followed is followed at once: the button is for browsers without JavaScript (bracket.css).

for (const region of document.querySelectorAll(".bracket")) {
  const [first, now] = ["thead th", "thead .now"].map((head) => region.querySelector(head)?.getBoundingClientRect());
  if (now && now.right > region.getBoundingClientRect().right) region.scrollLeft += now.left - first.left;
}

document.addEventListener("change", ({ target }) => {
  if (target.matches(".follow select")) target.form.requestSubmit();
});
