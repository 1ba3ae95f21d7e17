// What is typed or chosen before htmx is there is sent as soon as it is: on a slow network people are faster.

const isChanged = (field) => field.value !== field.defaultValue || field.checked !== field.defaultChecked;

document.addEventListener(
  "htmx:load",
  () => {
    for (const field of document.querySelectorAll("input[type=search][hx-get]")) {
      if (isChanged(field)) field.dispatchEvent(new Event("search"));
    }
    for (const field of document.querySelectorAll("form[hx-get][hx-trigger^=change] input")) {
      if (isChanged(field)) field.dispatchEvent(new Event("change", { bubbles: true }));
    }
  },
  { once: true },
);
