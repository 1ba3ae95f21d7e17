// The projector in the hall: cuts what the page has into pages that fit the window, turns them, and asks every few
// seconds what is new. On a phone, and without this module, all stands one below the other.
//
// [data-screen]          the sections; data-seconds: how long a page stays; data-shown: what they are of;
//                        data-look: a class of the body
//   [data-section]       one or more pages, which part they are of several; its h2 stands in [data-screen-title] meanwhile
//     [data-part]        is set in the largest type (--type) with which it has the fewest pages; data-largest: at most
//       [data-list]      is cut, in at most data-columns columns, each with its [data-row]s within [data-rows];
//                        data-label: what a page has of them, by data-at of a row ([data-letters]: so many of it)
//   [data-result]        a table: its number; data-value: its result, which glows while its page is first seen
// [data-screen-live]     what is fetched outside the pages
// [data-screen-next], [data-screen-position], [data-screen-pause], [data-screen-paused]   the foot

const ASKED_EVERY = 5_000;
const FEW = 4; // results at once: more of tables not seen before are no news
const LARGER = 30; // hundredths of the height by which names would be larger for one more page
const TYPES = [44, 38, 33, 28, 24, 20, 17, 14, 12, 10, 8.6, 7.6, 6.8, 6.2, 5.6, 5, 4.2, 3.4]; // hundredths of the height
const CUT = 1000; // pages: what costs more is too high or too wide
const NAMES = 5; // the least type of names, unless one is higher than the window

const screen = document.querySelector("[data-screen]");
const phone = window.matchMedia("(max-width: 48rem)");
const one = (selector, within = document) => within.querySelector(selector);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
const high = (element) => element.getBoundingClientRect().height;

let source, timer; // `source`: the sections as they were fetched
let pages = [];
let at = 0;
let paused = false;
let interrupted = false; // by news, in this turn of the pages
let known = ""; // the text of the sections
let values = new Map(); // the result of each table
const news = new Set(); // the tables whose result has not been seen yet
const lives = all("[data-screen-live]").map((place) => place.innerHTML);

function typesOf(part) {
  return TYPES.filter((type) => type <= Number(part.dataset.largest ?? 14));
}

function setType(part, type) {
  part.style.setProperty("--type", type);
  return part.scrollHeight <= part.clientHeight + 1 && part.scrollWidth <= part.clientWidth + 1;
}

function setColumns(part, across) {
  part.dataset.across = across;
  part.style.setProperty("--across", across);
}

function fit(part) {
  typesOf(part).some((type) => setType(part, type));
}

// The rows in columns that are no higher than the limit.
function packed(heights, limit) {
  const columns = [];
  let room = -1;
  heights.forEach((height, row) => {
    if (height > room + 0.5) [room, columns[columns.length]] = [limit, []];
    columns.at(-1).push(row);
    room -= height;
  });
  return columns;
}

// A layout costs its pages, as many more as names have a second line; larger type is worth some of it.
function bestLayout(part, rows) {
  const [list, names] = [one("[data-list]", part), all(".name", part)];
  let best = { cost: 2 * CUT };
  for (const type of typesOf(part)) {
    if (type < NAMES && best.cost < CUT) break;
    for (let across = 1; across <= Number(part.dataset.columns); across += 1) {
      setColumns(part, across);
      setType(part, type);
      const heights = rows.map(high);
      const room = part.clientHeight - (high(list) - sum(heights));
      const isCut = Math.max(...heights) > room || list.scrollWidth > list.clientWidth + 1;
      const count = Math.ceil(packed(heights, room).length / across);
      const em = parseFloat(getComputedStyle(part).fontSize);
      const wrapped = sum(names.map((name) => high(name) > 1.6 * em)) / (names.length || 1);
      const cost = count * (1 + wrapped) - type / LARGER + (isCut ? CUT : 0);
      if (cost < best.cost) best = { type, across, heights, room, count, cost };
    }
  }
  return best;
}

// The pages of a part: its columns are about equally long, and its rows as far apart as they have room.
function cut(part) {
  const rows = all("[data-row]", part);
  if (!rows.length) fit(part);
  if (!rows.length) return [part];
  const { type, across, heights, room, count } = bestLayout(part, rows);
  let limit = sum(heights) / (count * across);
  while (packed(heights, limit).length > count * across) limit += room / 100;
  const columns = packed(heights, limit);
  const spare = columns.map((column) => (room - sum(column.map((row) => heights[row]))) / column.length);
  setType(part, type);
  setColumns(part, across);
  part.style.setProperty("--spare", `${Math.max(0, Math.floor(Math.min(...spare)))}px`);
  const list = one("[data-list]", part);
  rows.forEach((row) => row.remove());
  return Array.from({ length: count }, (_page, page) => {
    const shown = part.cloneNode();
    const here = columns.slice(page * across, (page + 1) * across).map((column) => column.map((row) => rows[row]));
    for (const column of here) {
      const copy = list.cloneNode(true);
      (copy.matches("[data-rows]") ? copy : one("[data-rows]", copy)).append(...column);
      shown.append(copy);
    }
    if (count > 1) shown.dataset.shown = labelOf(part, here.flat().map((row) => row.dataset.at).filter(Boolean));
    return shown;
  });
}

function labelOf({ dataset: { label = "", letters } }, places) {
  const [first, last] = [places[0], places.at(-1)].map((place) => (place ?? "").slice(0, letters).trim());
  return first === last ? label.replace(/\[first].*\[last]/, last) : label.replace("[first]", first).replace("[last]", last);
}

// The pages of a section: as many as its longest part has, beside which the other turns.
function pagesOf(section) {
  screen.replaceChildren(section);
  const cuts = all("[data-part]", section).map(cut);
  return Array.from({ length: Math.max(1, ...cuts.map((parts) => parts.length)) }, (_page, number) => {
    const page = section.cloneNode(true);
    const shown = cuts.map((parts) => parts[number % parts.length].cloneNode(true));
    all("[data-part]", page).forEach((part, place) => part.replaceWith(shown[place]));
    page.dataset.page = shown[0]?.dataset.shown || section.dataset.section;
    return page;
  });
}

function build() {
  const sections = all("[data-section]", source).map((section) => section.cloneNode(true));
  document.body.classList.toggle("light", source.dataset.look === "light");
  document.body.classList.toggle("paged", !phone.matches);
  pages = phone.matches ? [] : sections.flatMap(pagesOf);
  screen.replaceChildren(...(phone.matches ? sections : pages));
  for (const table of all("[data-result]", screen)) table.classList.toggle("landed", news.has(table.dataset.result));
}

const titleOf = (page) => one("h2 > span", page)?.textContent ?? "";

function show(index) {
  const count = pages.length;
  if (!count) return;
  at = (index + count) % count;
  pages.forEach((page, place) => (page.hidden = place !== at));
  one("[data-screen-pause]").hidden = count < 2;
  one("[data-screen-paused]").hidden = count < 2 || !paused;
  const [here, next] = [pages[at], pages[(at + 1) % count]];
  const coming = [titleOf(next) !== titleOf(here) && titleOf(next), next.dataset.page].filter(Boolean).join(" ");
  const facts = { page: at + 1, pages: count, next: coming };
  const put = (place, isSaid) => {
    place.textContent = isSaid ? place.dataset.text.replace(/\[(\w+)]/g, (_all, name) => facts[name]) : "";
  };
  put(one("[data-screen-position]"), count > 1);
  put(one("[data-screen-next]"), count > 1 && coming);
  const label = Object.assign(document.createElement("b"), { textContent: here.dataset.page });
  one("[data-screen-title]").replaceChildren(...(one("h2", here)?.cloneNode(true).childNodes ?? []), label);
  fit(one(".screen-title"));
}

function rebuild() {
  build();
  show(Math.min(at, pages.length - 1));
}

// A page stays its whole time from when it is turned to.
function restart() {
  clearInterval(timer);
  if (!paused) timer = setInterval(turn, Number(screen.dataset.seconds) * 1000, 1);
}

// What is new has been seen when its page is left.
function turn(step) {
  for (const table of all(".landed", pages[at] ?? screen)) {
    news.delete(table.dataset.result);
    table.classList.remove("landed");
  }
  if (at + step >= pages.length) interrupted = false;
  show(at + step);
  restart();
}

function findNews() {
  const tables = all("[data-result]", source).map(({ dataset }) => [dataset.result, dataset.value.trim()]);
  const changed = tables.filter(([table, value]) => value && values.get(table) !== value).map(([table]) => table);
  if (changed.length <= FEW || changed.every((table) => values.has(table))) changed.forEach((table) => news.add(table));
  values = new Map(tables);
}

// The page that is shown stays, unless other things are shown than before, or a result has just come in: this calls
// away once in a turn, for all pages to be seen.
function replace(fresh) {
  const isOther = fresh.dataset.shown !== screen.dataset.shown;
  source = fresh;
  Object.assign(screen.dataset, fresh.dataset);
  findNews();
  rebuild();
  const first = pages.findIndex((page) => one(".landed", page));
  const calls = first >= 0 && !paused && !interrupted && !one(".landed", pages[at]);
  if (!isOther && !calls) return;
  interrupted = calls;
  show(Math.max(first, 0));
  restart();
}

// The server answers 304 when nothing changed, and the browser's cache then returns the same page.
// Without network the pages stay as they are.
async function refresh() {
  const response = await fetch(window.location.href, { cache: "no-cache" }).catch(() => null);
  const page = response?.ok && new DOMParser().parseFromString(await response.text().catch(() => ""), "text/html");
  const fresh = page && one("[data-screen]", page);
  if (!fresh) return;
  all("[data-screen-live]").forEach((place, index) => {
    const live = all("[data-screen-live]", page)[index];
    if (live.innerHTML !== lives[index]) place.replaceChildren(...live.cloneNode(true).childNodes);
    lives[index] = live.innerHTML;
  });
  if (fresh.outerHTML === known) return;
  known = fresh.outerHTML;
  replace(fresh);
}

function pause() {
  const button = one("[data-screen-pause]");
  paused = !paused;
  [button.textContent, button.dataset.other] = [button.dataset.other, button.textContent];
  show(at);
  restart();
}

if (screen) {
  source = screen.cloneNode(true);
  known = screen.outerHTML;
  findNews();
  news.clear();
  rebuild();
  restart();
  document.fonts.ready.then(rebuild);
  setInterval(refresh, ASKED_EVERY);
  window.addEventListener("resize", rebuild);
  one("[data-screen-pause]").addEventListener("click", pause);
  document.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step) turn(step);
    else if (event.key === " " && !event.target.closest("button, a")) pause();
    else return;
    event.preventDefault();
  });
}
