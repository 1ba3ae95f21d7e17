// A bracket opens at the latest match of who is followed, or reads; else, where it is wider than the page, at the round that is
// being played, if that is not in sight; in either case only if no round is asked for. Of its rounds (.bracket-rounds)
// the one is lit that stands first in sight. Who is chosen to be followed is followed at once: the button is for
// browsers without JavaScript (bracket.css).

for (const region of document.querySelectorAll(".bracket")) {
  const left = (side) => side.getBoundingClientRect().left;
  const [latest] = [...region.querySelectorAll(".bracket-match :is(.path, .mine)")].sort((one, other) => left(other) - left(one));
  const [first, now] = ["thead th", "thead .now"].map((head) => region.querySelector(head));
  const sought = latest ?? now;
  if (!sought || new URLSearchParams(window.location.search).has("from")) continue;
  if (sought.getBoundingClientRect().right > region.getBoundingClientRect().right) {
    region.scrollLeft += left(sought.closest("td, th")) - left(first);
  }
  latest?.scrollIntoView({ block: "center", inline: "nearest" });
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
