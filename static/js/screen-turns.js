// On the arbiter's page of the projectors: how many pages each shows now, and how long a turn of them takes.
//
// [data-screen-turn]   a paragraph: the address of the screen, whose page is counted. data-one and data-many are
//                      its sentences, with [pages], [seconds] and [turn] in them.
// Without this module the paragraph stays out of sight.

const parsed = (text) => new DOMParser().parseFromString(text, "text/html");

for (const line of document.querySelectorAll("[data-screen-turn]")) {
  fetch(line.dataset.screenTurn)
    .then((answer) => (answer.ok ? answer.text() : Promise.reject(answer.status)))
    .then((text) => {
      const screen = parsed(text).querySelector("[data-screen]");
      const pages = screen.querySelectorAll("[data-page]").length;
      const seconds = Number(screen.dataset.seconds);
      const facts = { pages, seconds, turn: pages * seconds };
      const sentence = pages > 1 ? line.dataset.many : line.dataset.one;
      line.textContent = sentence.replace(/\[(\w+)\]/g, (_all, name) => facts[name]);
      line.hidden = false;
    })
    .catch(() => {}); // offline: the line stays out of sight
}
