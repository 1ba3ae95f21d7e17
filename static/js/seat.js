// The own seat on an event's page: a name is chosen once, and stays on the device alone. The page, which is the same
// for all, has everybody's card; only the chosen one is shown, and the others' tables are one tap below. On all other
// pages of the event his rows are marked: those with a link to his card.
//
// [data-seat-choice]   the field for the name, with its list [data-found], of which Enter takes the only one;
//                      [data-nobody-found] says that nobody is called so, with %s for what was typed, and
//                      data-several-found that there are several, with %s for how many
// [data-seat-mine]     once it is chosen: [data-forget] chooses anew, [data-seat-alert] asks for sound and vibration
// [data-seat-news]     says for a minute that a round was published: data-new-round, data-new-table with %s for the table;
//                      and that one was taken back, until one is published: data-taken-back, with %s for its number
// #seats               the cards, [data-name] with an id; data-round: another one with each round; data-about: what
//                      is above the own one beside the name; data-card, data-follow, data-why: the addresses, with 0
//                      for the number, of the links [data-card], to his page, [data-follow], where he gives his mail
//                      address, and [data-why], to the page of the table, whose number is [data-table]; [data-of] in the cards: the name of that card
// [data-away]          the card of somebody who is not in the round; [data-not-here]: who is, for him
// [data-everybody]     shows and hides .everybody, all the others, which then stand below it at the top of the screen
// [data-own-place]     how it ended for him: whose it is, each id with what is written in its <b>, «3:1° 2:»; its link,
//                      with his name, leads to his card: data-own-card, with 0 for the number
// [data-own-first]     tables or rows, of which his own comes first
// [data-own-games]     all his games of a calendar, with the round in the place of the table
// [data-own-row]       a link to the part of the table that holds his own row, where another is shown: [data-players], a
//                      link with the ids of whom that part has
//
// What is fetched anew (fresh.js) is looked at again, and nothing outside of it is touched.

const root = document.documentElement;
const key = `seat:${document.querySelector(".tabs a")?.pathname}`; // the first tab leads to the event's page
const ALERT = "seat-alert";
const MOST = 8; // names offered at once
const SEEN = 60_000; // milliseconds on the screen, after which a round is no news

const choice = document.querySelector("[data-seat-choice]");
const mine = document.querySelector("[data-seat-mine]");
const news = document.querySelector("[data-seat-news]");
const field = choice?.querySelector("input");
const found = choice?.querySelector("[data-found]");
const nobody = choice?.querySelector("[data-nobody-found]");
const box = mine?.querySelector("[data-seat-alert]");
const seats = () => document.getElementById("seats");

let round = seats()?.dataset.round;
let audio = null;
let seen = null; // the timer of the news
let takenBack = false; // whether a round was, and none has come since
let held = false; // whether the card has the focus, which what is fetched anew must not take away
let marked = []; // his rows, and the links in them

function mark() {
  for (const one of marked) {
    one.classList.remove("mine");
    one.removeAttribute("aria-current");
  }
  const id = localStorage.getItem(key)?.replace("seat-", "");
  const box = document.querySelector("[data-own-games]");
  box?.replaceChildren(box.firstElementChild);
  const cards = `#live :is(tr [href$="/players/${id}/"], .bracket-match [href="?player=${id}"])`;
  const links = [...document.querySelectorAll(cards)];
  const rows = links.map((link) => link.closest("tr, li"));
  for (const row of rows) row.classList.add("mine");
  for (const link of links) link.setAttribute("aria-current", "true");
  marked = [...links, ...rows];
  const own = rows.find((row) => row.closest("[data-own-first]"));
  if (box) gather(box, rows.map((row) => row.closest(".seat-row") ?? row));
  for (const line of document.querySelectorAll("[data-own-place]")) {
    const place = line.dataset.ownPlace.match(new RegExp(`\\b${id}:(\\S*)`))?.[1];
    line.hidden = place === undefined;
    if (place) line.querySelector("b").textContent = place;
    const link = line.querySelector(".own-place > a");
    if (!link) continue;
    link.href = line.dataset.ownCard.replace("/0/", () => `/${id}/`);
    link.textContent = localStorage.getItem(`${key}:name`) ?? link.textContent;
  }
  const table = own?.closest(".seat-row") ?? own;
  table?.parentElement.prepend(table);
  const line = document.querySelector("[data-own-row]");
  const part = document.querySelector(`[data-players~="${id}"]`);
  if (line) {
    line.hidden = !part || rows.length > 0;
    if (part) line.firstElementChild.href = part.href;
  }
}

// His games of a calendar above it: each row again, with the number of its round for that of its table.
function gather(box, rows) {
  box.hidden = !rows.length;
  if (!rows.length) return;
  const list = rows[0].closest("table, ol").cloneNode(false);
  for (const row of rows) {
    const copy = row.cloneNode(true);
    copy.classList.remove("mine");
    copy.querySelector(".table-number, strong").textContent = row.closest("[data-round]").dataset.round;
    list.append(copy);
  }
  box.append(list);
}

const tableOf = (card) => card.querySelector("[data-table]")?.textContent;

// Puts on a card what the page has once: the names and the addresses.
function complete(card, { about, ...addresses }) {
  // The round and its day are not broken: what does not fit on the line is the whole day.
  const parts = "away" in card.dataset ? [] : about.split("·").map((part) => part.trim().replaceAll(" ", "\u00a0"));
  card.querySelector(".eyebrow").textContent = [card.dataset.name, ...parts].join(" · ");
  const player = card.id.replace("seat-", "");
  const numbers = { card: player, follow: player, why: tableOf(card) };
  for (const link of card.querySelectorAll("[data-card], [data-follow], [data-why]")) {
    const [to] = Object.keys(link.dataset);
    link.href = addresses[to].replace("/0/", () => `/${numbers[to]}/`);
  }
  for (const one of card.querySelectorAll("[data-of]"))
    named(one);
}

function named(one) {
  one.textContent = document.getElementById(`seat-${one.dataset.of}`).dataset.name;
}

function show() {
  mark();
  const cards = seats();
  const id = localStorage.getItem(key);
  const seated = Boolean(id && cards);
  root.classList.toggle("seated", seated);
  choice.hidden = Boolean(id) || !cards;
  mine.hidden = !seated;
  if (!cards) return;
  cards.hidden = !id;
  for (const card of cards.querySelectorAll("[data-name]")) card.hidden = card.id !== id;
  const own = document.getElementById(id);
  if (own) complete(own, cards.dataset);
  const here = cards.querySelector("[data-not-here]");
  here.hidden = !id || (own !== null && !("away" in own.dataset));
  for (const one of here.querySelectorAll("[data-of]")) named(one);
  cards.querySelector("[data-everybody]").setAttribute("aria-expanded", root.classList.contains("all-seats"));
}

// As `word_beginnings` in players/names.py has it.
function beginnings(words) {
  const orders = [words, [...words.slice(1), words[0]], [words.at(-1), ...words.slice(0, -1)]];
  return new RegExp(`(^| )(${orders.map((order) => order.join(".* ")).join("|")})`);
}

// The cards of those who are called as is typed: first those whose surname begins so.
function alike() {
  const words = keyOf(field.value).split(" ").filter(Boolean);
  if (!words.length) return [];
  const nameOf = (card) => keyOf(card.dataset.name);
  const begins = (card) => nameOf(card).startsWith(words.join(" "));
  const cards = [...seats().querySelectorAll("[data-name]")].filter((card) => beginnings(words).test(nameOf(card)));
  return cards.sort((one, other) => begins(other) - begins(one));
}

function offer() {
  const like = alike();
  const typed = field.value.trim();
  nobody.textContent = keyOf(typed) && !like.length ? nobody.dataset.nobodyFound.replace("%s", () => typed) : "";
  found.replaceChildren(
    ...like.slice(0, MOST).map((card) => {
      const item = document.createElement("li");
      const button = document.createElement("button");
      button.type = "button";
      button.className = "chip";
      button.textContent = card.dataset.name;
      button.addEventListener("click", () => choose(card.id));
      item.append(button);
      return item;
    }),
  );
}

function choose(id) {
  localStorage.setItem(key, id);
  localStorage.setItem(`${key}:name`, document.getElementById(id).dataset.name);
  field.value = "";
  if (!takenBack) news.replaceChildren();
  found.replaceChildren();
  show();
  document.getElementById(id).focus({ preventScroll: true });
}

// A round was published while the page was open: it says so, and, where that was asked for, is heard and felt.
function tell() {
  const card = document.getElementById(localStorage.getItem(key));
  const table = card && tableOf(card);
  takenBack = false;
  news.textContent = table ? news.dataset.newTable.replace("%s", () => table) : news.dataset.newRound;
  age();
  if (!box.checked || !card) return;
  navigator.vibrate?.([200, 100, 200]);
  if (audio) ring(audio);
}

const order = (round = "0-0") => round.split("-").reduce((stage, number) => stage * 1000 + Number(number), 0);

// The last round is gone while the page was open: it says so until there is one again.
function tellTakenBack() {
  takenBack = true;
  clearTimeout(seen);
  news.textContent = news.dataset.takenBack.replace("%s", () => round.split("-")[1]);
}

// Counts only while somebody can read it.
function age() {
  clearTimeout(seen);
  if (!document.hidden && !takenBack) seen = setTimeout(() => news.replaceChildren(), SEEN);
}

// Whether the own table of the round has its result, or all have: the round is no news any more.
function isOver() {
  const card = document.getElementById(localStorage.getItem(key));
  return Boolean(card?.querySelector(".own-result")) || !document.getElementById("progress");
}

function ring(context) {
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.frequency.value = 660;
  volume.gain.setValueAtTime(0.2, context.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, context.currentTime + 0.8);
  tone.connect(volume).connect(context.destination);
  tone.start();
  tone.stop(context.currentTime + 0.8);
}

// A browser makes sounds only once it has been touched.
function wake() {
  if (!box.checked) return;
  audio ??= new AudioContext();
  audio.resume();
}

if (choice) {
  box.checked = localStorage.getItem(ALERT) !== null;
  box.addEventListener("change", () => {
    if (box.checked) localStorage.setItem(ALERT, "");
    else localStorage.removeItem(ALERT);
    wake();
  });
  document.addEventListener("pointerdown", wake);
  document.addEventListener("visibilitychange", age);
  field.addEventListener("input", offer);
  field.form.addEventListener("submit", (event) => {
    event.preventDefault();
    const like = alike();
    if (like.length === 1) choose(like[0].id);
    else if (like.length) nobody.textContent = nobody.dataset.severalFound.replace("%s", like.length);
  });
  mine.querySelector("[data-forget]").addEventListener("click", () => {
    localStorage.removeItem(key);
    localStorage.removeItem(`${key}:name`);
    show();
    field.focus();
  });
  document.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-everybody]");
    if (!button) return;
    const opened = root.classList.toggle("all-seats");
    show();
    if (opened) button.scrollIntoView();
  });
  document.addEventListener("htmx:beforeSwap", () => {
    held = document.activeElement?.id === localStorage.getItem(key);
  });
  document.addEventListener("htmx:afterSwap", () => {
    show();
    if (held) document.getElementById(localStorage.getItem(key))?.focus({ preventScroll: true });
    const now = seats()?.dataset.round;
    if (order(now) < order(round) && !document.getElementById("final")) tellTakenBack();
    else if (now && now !== round) tell();
    else if (!takenBack && isOver()) news.replaceChildren();
    round = takenBack ? now : (now ?? round);
  });
  show();
} else {
  document.addEventListener("htmx:afterSwap", mark);
  mark();
}
