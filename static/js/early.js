// What is typed into a search before htmx is there is looked for as soon as it is: on a slow network people are faster.

document.addEventListener(
  "htmx:load",
  () => {
    for (const field of document.querySelectorAll("input[type=search][hx-get]")) {
      if (field.value !== field.defaultValue) field.dispatchEvent(new Event("search"));
    }
  },
  { once: true },
);
