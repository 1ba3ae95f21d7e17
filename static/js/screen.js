// The projector in the hall: shows one page at a time, turns pages by itself, and asks every few seconds what is new.
//
// [data-screen]             the pages; data-seconds: how long each stays; data-shown: what they are of, and the round;
//                           data-light: dark on ivory; aria-busy while it asks
//   [data-page]             one page of it
//   [data-result]           a table: its number; data-value: its result, which glows when it has just come in
// [data-screen-clock]       the round's clock, fetched with the pages; it runs by clock.js
// [data-screen-position]    "2 / 5"
// [data-screen-word]        what the code leads to
// [data-screen-pause]       a button, hidden but where there are pages to turn; data-other: what it says in pause; Space does
//                           the same, the arrows turn them
// [data-screen-paused]      what says that there is a pause
// [data-screen-hairline]    how long the page still stays
// Without this module all pages are shown one below the other.

const ASKED_EVERY = 5_000;
const GLOWS = 8_000;
const IDLE_AFTER = 3_000;
const FEW = 4; // results at once: where there are more, another thing is shown, and nothing has happened

const screen = document.querySelector("[data-screen]");
const still = window.matchMedia("(prefers-reduced-motion: reduce)");
let known = "";
let knownClock = "";
let at = 0;
let timer = null;
let line = null;
let idle = null;
let left = null; // the page from which a new result has called away
let interrupted = false;
const landed = new Map(); // the results that have just come in, and since when they are seen, 0 before

const pages = () => [...screen.querySelectorAll("[data-page]")];
const seconds = () => Number(screen.dataset.seconds || 12);

function control(count) {
  const position = document.querySelector("[data-screen-position]");
  if (position) position.textContent = count > 1 ? `${at + 1} / ${count}` : "";
  const pause = document.querySelector("[data-screen-pause]");
  if (pause) pause.hidden = count < 2;
  const paused = document.querySelector("[data-screen-paused]");
  if (paused) paused.hidden = count < 2 || Boolean(timer);
}

function uncover(index) {
  const all = pages();
  at = (index + all.length) % all.length;
  all.forEach((page, place) => (page.hidden = place !== at));
  control(all.length);
  for (const table of all[at].querySelectorAll(".landed")) glow(table.dataset.result);
}

function show(index) {
  if (!pages().length) return;
  uncover(index);
  restart();
}

// Next comes the page that was left for a new result. News interrupt each round of the pages only once:
// with results coming in all the time, the others would be seen no more.
function turn() {
  const next = left ?? at + 1;
  if (left === null && next >= pages().length) interrupted = false;
  left = null;
  show(next);
}

function turnTo(index) {
  left = null;
  show(index);
}

// A result glows from when it is first seen, on whatever page it is, and over what is fetched meanwhile.
function glow(result) {
  if (landed.get(result)) return;
  const since = Date.now();
  landed.set(result, since);
  setTimeout(() => {
    if (landed.get(result) !== since) return;
    landed.delete(result);
    for (const table of screen.querySelectorAll(".landed")) {
      if (table.dataset.result === result) table.classList.remove("landed");
    }
  }, GLOWS);
}

function markLanded() {
  for (const table of screen.querySelectorAll("[data-result]")) {
    const since = landed.get(table.dataset.result);
    if (since === undefined) continue;
    table.classList.add("landed");
    table.style.setProperty("--glowing", since ? `${since - Date.now()}ms` : "0s");
  }
}

// A page stays its whole time from when it is turned to; in pause it stays.
function restart() {
  line?.cancel();
  line = null;
  if (!timer) return;
  clearInterval(timer);
  timer = setInterval(turn, seconds() * 1000);
  if (still.matches || pages().length < 2) return;
  line = document
    .querySelector("[data-screen-hairline]")
    ?.animate([{ transform: "scaleX(0)" }, { transform: "scaleX(1)" }], seconds() * 1000);
}

function results() {
  const tables = [...screen.querySelectorAll("[data-result]")];
  return new Map(tables.map((table) => [table.dataset.result, table.dataset.value.trim()]));
}

// Puts in what is new, and turns to it: to the page of a result that has just come in, or to the first page where
// other things are shown than before. Otherwise the page that is shown keeps the time it has left.
function replace(fresh) {
  const [before, shown] = [results(), screen.dataset.shown];
  for (const name of Object.keys(screen.dataset)) if (name !== "screen") delete screen.dataset[name];
  Object.assign(screen.dataset, fresh.dataset);
  document.body.classList.toggle("light", "light" in screen.dataset);
  screen.replaceChildren(...fresh.childNodes);
  const isOther = screen.dataset.shown !== shown;
  if (isOther) interrupted = false;
  if (isOther && roundOf(screen.dataset.shown) !== roundOf(shown)) landed.clear();
  else land(before, isOther);
  markLanded();
  const all = pages();
  if (!all.length) return control(0);
  const here = isOther ? -1 : Math.min(at, all.length - 1);
  const isNews = (page) => [...page.querySelectorAll(".landed")].some((table) => !landed.get(table.dataset.result));
  const news = all.findIndex(isNews);
  if (isOther) {
    turnTo(Math.max(news, 0));
  } else if (news < 0 || isNews(all[here]) || interrupted || !timer) {
    uncover(here);
  } else {
    interrupted = true;
    left = here;
    show(news);
  }
}

const roundOf = (shown) => shown.split(" ")[1];

// Which results have just come in. Where results take the place of the seats, those that were below these are known.
function land(before, isOther) {
  const now = results();
  for (const [result, value] of now) if (!value) landed.delete(result);
  const fresh = [...now].filter(([result, value]) => value && before.get(result) !== value);
  const isKnown = ([result]) => before.has(result);
  const told = isOther || screen.querySelector(".early") ? fresh : fresh.filter(isKnown);
  if (told.length <= FEW || told.every(isKnown)) for (const [result] of told) landed.set(result, 0);
}

// Only where it is another one: what js/clock.js has put in stays.
function replaceClock(clock) {
  const told = clock?.innerHTML ?? "";
  if (told === knownClock) return;
  knownClock = told;
  document.querySelector("[data-screen-clock]")?.replaceChildren(...(clock?.childNodes ?? []));
}

function replaceWord(word) {
  const shown = document.querySelector("[data-screen-word]");
  if (shown && word) shown.textContent = word.textContent;
}

// The server answers 304 when nothing changed, and the browser's cache then returns the same page.
// Without network the pages stay as they are.
async function refresh() {
  if (screen.ariaBusy === "true") return;
  screen.ariaBusy = "true";
  try {
    const response = await fetch(window.location.href, { cache: "no-cache" });
    if (!response.ok) return;
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const fresh = page.querySelector("[data-screen]");
    if (!fresh) return;
    replaceClock(page.querySelector("[data-screen-clock]"));
    replaceWord(page.querySelector("[data-screen-word]"));
    if (fresh.outerHTML === known) return;
    known = fresh.outerHTML;
    replace(fresh);
  } catch {
    return;
  } finally {
    screen.ariaBusy = null;
  }
}

function togglePause() {
  if (timer) clearInterval(timer);
  timer = timer ? null : setInterval(turn, seconds() * 1000);
  restart();
  control(pages().length);
  const pause = document.querySelector("[data-screen-pause]");
  if (pause) [pause.textContent, pause.dataset.other] = [pause.dataset.other, pause.textContent];
}

// The pointer and the controls go out of sight together when nobody moves anything.
function wake() {
  document.body.classList.remove("idle");
  clearTimeout(idle);
  idle = setTimeout(() => document.body.classList.add("idle"), IDLE_AFTER);
}

if (screen) {
  known = screen.outerHTML;
  knownClock = document.querySelector("[data-screen-clock]")?.innerHTML ?? "";
  timer = setInterval(turn, seconds() * 1000);
  show(0);
  wake();
  setInterval(refresh, ASKED_EVERY);
  for (const sign of ["pointermove", "pointerdown", "keydown"]) document.addEventListener(sign, wake);
  document.querySelector("[data-screen-pause]")?.addEventListener("click", togglePause);
  document.addEventListener("keydown", (event) => {
    if (event.key === "ArrowRight") turnTo(at + 1);
    else if (event.key === "ArrowLeft") turnTo(at - 1);
    else if (event.key === " " && !event.target.closest("button, a")) togglePause();
    else return;
    event.preventDefault();
  });
}
