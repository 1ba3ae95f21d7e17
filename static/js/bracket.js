// A bracket that is wider than the page opens at the round that is being played, if that is not in sight and no other
// one is asked for; of its rounds (.bracket-rounds) the one is lit that stands first in sight. Who is chosen to be
// followed is followed at once: the button is for browsers without JavaScript (bracket.css).

for (const region of document.querySelectorAll(".bracket")) {
  const [first, now] = ["thead th", "thead .now"].map((head) => region.querySelector(head)?.getBoundingClientRect());
  const asked = new URLSearchParams(window.location.search).has("from");
  if (!asked && now && now.right > region.getBoundingClientRect().right) region.scrollLeft += now.left - first.left;
}

function light(region) {
  const rounds = [...document.querySelectorAll(".bracket-rounds a")];
  const heads = [...region.querySelectorAll("thead th")];
  const edge = region.getBoundingClientRect().left;
  const shown = heads.findIndex((head) => head.getBoundingClientRect().left > edge - head.clientWidth / 2);
  const left = rounds.length - heads.length; // those before the first column
  for (const [at, round] of rounds.entries()) {
    if (at === left + shown) round.setAttribute("aria-current", "true");
    else round.removeAttribute("aria-current");
  }
}

document.addEventListener("scroll", ({ target }) => target.matches?.(".bracket") && light(target), true);

document.addEventListener("change", ({ target }) => {
  if (target.matches(".follow select")) target.form.requestSubmit();
});
