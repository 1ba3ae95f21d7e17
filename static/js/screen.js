// The projector in the hall: shows one page at a time, turns pages by itself, and fetches them again after the last.
//
// [data-screen]             the pages; data-seconds: how long each stays (default 12)
//   [data-page]             one page of it
// [data-screen-position]    "2 / 5"
// [data-screen-pause]       a button (aria-pressed); Space does the same, the arrows turn the pages
// Without this module all pages are shown one below the other.

const screen = document.querySelector("[data-screen]");
let at = 0;
let timer = null;

const pages = () => [...screen.querySelectorAll("[data-page]")];

function show(index) {
  const all = pages();
  if (!all.length) return;
  at = (index + all.length) % all.length;
  all.forEach((page, place) => (page.hidden = place !== at));
  const position = document.querySelector("[data-screen-position]");
  if (position) position.textContent = `${at + 1} / ${all.length}`;
}

// The server answers 304 when nothing changed, and the browser's cache then returns the same page.
// Without network the pages stay as they are.
async function refresh() {
  try {
    const response = await fetch(window.location.href, { cache: "no-cache" });
    if (!response.ok) return;
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const fresh = page.querySelector("[data-screen]");
    if (fresh) screen.replaceChildren(...fresh.childNodes);
  } catch {
    return;
  }
}

async function turn() {
  if (at + 1 >= pages().length) await refresh();
  show(at + 1 >= pages().length ? 0 : at + 1);
}

function start() {
  timer = setInterval(turn, Number(screen.dataset.seconds || 12) * 1000);
}

function togglePause() {
  if (timer) {
    clearInterval(timer);
    timer = null;
  } else {
    start();
  }
  document.querySelector("[data-screen-pause]")?.setAttribute("aria-pressed", String(!timer));
}

if (screen) {
  show(0);
  start();
  document.querySelector("[data-screen-pause]")?.addEventListener("click", togglePause);
  document.addEventListener("keydown", (event) => {
    if (event.key === "ArrowRight") show(at + 1);
    else if (event.key === "ArrowLeft") show(at - 1);
    else if (event.key === " " && !event.target.closest("button, a")) togglePause();
    else return;
    event.preventDefault();
  });
}
