// The projector in the hall: shows one page at a time, turns pages by itself, and asks every few seconds what is new.
//
// [data-screen]             the pages; data-seconds: how long each stays; data-shown: what they are of
//   [data-page]             one page of it
//   [data-result]           a table: its number; data-value: its result, which glows when it has just come in
// [data-screen-clock]       the round's clock, fetched with the pages; it runs by clock.js
// [data-screen-position]    "2 / 5"
// [data-screen-pause]       a button (aria-pressed); Space does the same, the arrows turn the pages
// [data-screen-hairline]    how long the page still stays
// Without this module all pages are shown one below the other.

const ASKED_EVERY = 5_000;
const GLOWS = 8_000;
const IDLE_AFTER = 3_000;

const screen = document.querySelector("[data-screen]");
const still = window.matchMedia("(prefers-reduced-motion: reduce)");
let known = "";
let at = 0;
let timer = null;
let line = null;
let idle = null;
let asking = false;

const pages = () => [...screen.querySelectorAll("[data-page]")];
const seconds = () => Number(screen.dataset.seconds || 12);

function show(index) {
  const all = pages();
  if (!all.length) return;
  at = (index + all.length) % all.length;
  all.forEach((page, place) => (page.hidden = place !== at));
  const position = document.querySelector("[data-screen-position]");
  if (position) position.textContent = all.length > 1 ? `${at + 1} / ${all.length}` : "";
  for (const landed of all[at].querySelectorAll(".landed")) {
    setTimeout(() => landed.classList.remove("landed"), GLOWS);
  }
  restart();
}

// A page stays its whole time from when it is turned to; in pause it stays.
function restart() {
  line?.cancel();
  line = null;
  if (!timer) return;
  clearInterval(timer);
  timer = setInterval(() => show(at + 1), seconds() * 1000);
  if (still.matches || pages().length < 2) return;
  line = document
    .querySelector("[data-screen-hairline]")
    ?.animate([{ transform: "scaleX(0)" }, { transform: "scaleX(1)" }], seconds() * 1000);
}

function results() {
  const tables = [...screen.querySelectorAll("[data-result]")];
  return new Map(tables.map((table) => [table.dataset.result, table.dataset.value.trim()]));
}

// Puts in what is new, and turns to it: to the first page where other things are shown than before, or to the
// page of the result that has just come in.
function replace(fresh) {
  const [before, shown] = [results(), screen.dataset.shown];
  Object.assign(screen.dataset, fresh.dataset);
  screen.replaceChildren(...fresh.childNodes);
  if (screen.dataset.shown !== shown) {
    show(0);
    return;
  }
  for (const table of screen.querySelectorAll("[data-result]")) {
    const value = table.dataset.value.trim();
    const was = before.get(table.dataset.result);
    if (value && was !== undefined && was !== value) table.classList.add("landed");
  }
  const landed = pages().findIndex((page) => page.querySelector(".landed"));
  show(landed >= 0 && timer ? landed : Math.min(at, pages().length - 1));
}

// The server answers 304 when nothing changed, and the browser's cache then returns the same page.
// Without network the pages stay as they are.
async function refresh() {
  if (asking) return;
  asking = true;
  try {
    const response = await fetch(window.location.href, { cache: "no-cache" });
    if (!response.ok) return;
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const fresh = page.querySelector("[data-screen]");
    if (!fresh) return;
    const clock = page.querySelector("[data-screen-clock]");
    document.querySelector("[data-screen-clock]")?.replaceChildren(...(clock?.childNodes ?? []));
    if (fresh.outerHTML === known) return;
    known = fresh.outerHTML;
    replace(fresh);
  } catch {
    return;
  } finally {
    asking = false;
  }
}

function togglePause() {
  if (timer) clearInterval(timer);
  timer = timer ? null : setInterval(() => show(at + 1), seconds() * 1000);
  restart();
  document.querySelector("[data-screen-pause]")?.setAttribute("aria-pressed", String(!timer));
}

// The pointer and the controls go out of sight together when nobody moves anything.
function wake() {
  document.body.classList.remove("idle");
  clearTimeout(idle);
  idle = setTimeout(() => document.body.classList.add("idle"), IDLE_AFTER);
}

if (screen) {
  known = screen.outerHTML;
  timer = setInterval(() => show(at + 1), seconds() * 1000);
  show(0);
  wake();
  setInterval(refresh, ASKED_EVERY);
  for (const sign of ["pointermove", "pointerdown", "keydown"]) document.addEventListener(sign, wake);
  document.querySelector("[data-screen-pause]")?.addEventListener("click", togglePause);
  document.addEventListener("keydown", (event) => {
    if (event.key === "ArrowRight") show(at + 1);
    else if (event.key === "ArrowLeft") show(at - 1);
    else if (event.key === " " && !event.target.closest("button, a")) togglePause();
    else return;
    event.preventDefault();
  });
}
