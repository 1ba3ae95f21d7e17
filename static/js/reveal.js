// Shows the draw of the numbers in public, one number after another.
// The page already contains the whole draw; this module only delays showing it.
//
// [data-reveal]            the scene; data-reveal-seconds: time for each number (default 2)
//   .drawn-numbers > li    .number and .name (and <small> for the club), in the order to show them
//   [data-reveal-now]      where the latest one is shown large: .number, .name, .note inside
//   [data-reveal-skip]     shows everything at once
//   [data-reveal-after]    appears at the end
// With prefers-reduced-motion the whole draw is shown at once.

const scene = document.querySelector("[data-reveal]");
const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;

function begin() {
  const items = [...scene.querySelectorAll(".drawn-numbers > li")];
  const after = [...scene.querySelectorAll("[data-reveal-after]")];
  const skip = scene.querySelector("[data-reveal-skip]");
  const pause = Number(scene.dataset.revealSeconds || 2) * 1000;
  let drawn = 0;
  let timer = null;

  const end = () => {
    clearInterval(timer);
    items.forEach((item) => item.classList.remove("veiled"));
    if (items.length) showLarge(items[items.length - 1]);
    after.forEach((element) => (element.hidden = false));
    const focusLost = document.activeElement === skip;
    if (skip) skip.hidden = true;
    if (focusLost) after.map((element) => firstControl(element)).find(Boolean)?.focus();
  };

  const step = () => {
    const item = items[drawn];
    drawn += 1;
    item.classList.remove("veiled");
    item.scrollIntoView({ block: "nearest" });
    showLarge(item);
    if (drawn === items.length) end();
  };

  items.forEach((item) => item.classList.add("veiled"));
  after.forEach((element) => (element.hidden = true));
  if (skip) {
    skip.hidden = false;
    skip.addEventListener("click", end);
  }
  scene.dataset.ready = "";
  if (!items.length) return end();
  // The first at once: nobody looks at an empty stage.
  timer = setInterval(step, pause);
  step();
}

function firstControl(element) {
  return element.matches("a, button") ? element : element.querySelector("a, button");
}

// It is put into a live region.
function showLarge(item) {
  const now = scene.querySelector("[data-reveal-now]");
  if (!now) return;
  const drawn = document.createElement("div");
  drawn.className = "drawn";
  for (const [from, name] of [[".number", "number"], [".name", "name"], ["small", "note"]]) {
    const source = item.querySelector(from);
    if (!source) continue;
    const part = document.createElement("div");
    part.className = name;
    part.textContent = source.textContent;
    drawn.append(part, " ");
  }
  now.replaceChildren(drawn);
}

if (scene) {
  if (still) {
    scene.dataset.ready = "";
    scene.querySelectorAll("[data-reveal-skip]").forEach((button) => (button.hidden = true));
  } else {
    begin();
  }
}
