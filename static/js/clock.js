// The clock of a round: counts down the seconds, the same on every screen.
//
// [data-clock]            data-clock-ends: when the time is up (ISO)
//                         data-clock-word: what stands in the place of 0:00; then it is .up
//   [data-clock-digits]   89:59; without this module the time of day when it ends
//   [data-clock-before]   shown until then
//   [data-clock-up]       shown afterwards
// [data-time-of-day]      the hour and the minute, on a screen of the hall
// [data-clock-reload]     when the page is to be asked for anew (ISO): the judge's secret minute
// A laptop's own clock may be minutes off, so the server's is taken from the Date header of an answer.

let ahead = 0; // milliseconds by which this machine's clock is ahead of the server's

async function compare() {
  try {
    const asked = Date.now();
    const response = await fetch(window.location.href, { method: "HEAD", cache: "no-store" });
    const serverTime = Date.parse(response.headers.get("Date") ?? "");
    if (!Number.isNaN(serverTime)) ahead = (asked + Date.now()) / 2 - (serverTime + 500);
  } catch {
    return; // without network the machine's own clock is used
  }
}

function tick() {
  for (const clock of document.querySelectorAll("[data-clock][data-clock-ends]")) {
    const left = Math.max(0, Math.ceil((Date.parse(clock.dataset.clockEnds) - (Date.now() - ahead)) / 1000));
    const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    const shown = clock.querySelector("[data-clock-digits]");
    const word = left ? "" : clock.dataset.clockWord;
    if (shown) {
      if (shown.textContent !== (word || time)) shown.textContent = word || time;
      clock.classList.toggle("up", Boolean(word));
    }
    const up = clock.querySelector("[data-clock-up]");
    const before = clock.querySelector("[data-clock-before]");
    // The organiser's page shows its next buttons as soon as the time is up.
    if (!left && up?.hidden && !document.querySelector("[data-screen]")) window.location.reload();
    if (up) up.hidden = left > 0;
    if (before) before.hidden = left === 0;
  }
  for (const shown of document.querySelectorAll("[data-time-of-day]")) {
    const time = new Date(Date.now() - ahead);
    const digits = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
    shown.textContent = time.toLocaleTimeString(document.documentElement.lang, digits);
  }
  for (const waiting of document.querySelectorAll("[data-clock-reload]")) {
    if (Date.parse(waiting.dataset.clockReload) <= Date.now() - ahead) {
      waiting.removeAttribute("data-clock-reload");
      setTimeout(() => window.location.reload(), 1000);
    }
  }
}

await compare();
tick();
setInterval(tick, 250);
