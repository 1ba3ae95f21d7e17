// A bracket opens at the latest match of who is followed; else, where it is wider than the page, at the round that is
// being played, if that is not in sight. Who is chosen to be followed is followed at once: the button is for browsers without JavaScript (bracket.css).

for (const region of document.querySelectorAll(".bracket")) {
  const [first, now] = ["thead th", "thead .now"].map((head) => region.querySelector(head)?.getBoundingClientRect());
  const left = (side) => side.getBoundingClientRect().left;
  const [latest] = [...region.querySelectorAll(".bracket-match .path")].sort((one, other) => left(other) - left(one));
  if (latest) latest.scrollIntoView({ block: "center", inline: "center" });
  else if (now && now.right > region.getBoundingClientRect().right) region.scrollLeft += now.left - first.left;
}

document.addEventListener("change", ({ target }) => {
  if (target.matches(".follow select")) target.form.requestSubmit();
});
