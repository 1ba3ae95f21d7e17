// The cards of a roll call and of who plays: a tap shows its tick at once, marked as on its way like a result at the
// desk, and is sent in its turn; while the network is gone the card says that it is not sent yet.
//
// li[id] button[data-on]  the card; aria-pressed: ticked; its value is data-on or data-off

import { enqueue, onClick } from "./desk/queue.js";

function showTick(button, ticked) {
  button.setAttribute("aria-pressed", ticked);
  button.value = ticked ? button.dataset.on : button.dataset.off;
  button.classList.add("sending");
}

onClick("button[data-on]", (button) => {
  const ticked = button.getAttribute("aria-pressed") === "false";
  showTick(button, ticked);
  enqueue(() => {
    const there = document.getElementById(button.id); // an answer may have replaced it
    showTick(there, ticked);
    there.click();
  }, button.closest("li").id);
});
