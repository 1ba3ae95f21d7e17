// Shows the passwords of a form, for who types them where nobody looks on.
//
// input[data-show-password]   in a label that is not shown without this module
//
// They are hidden again before they are sent: so browsers know them for passwords, and keep them as such.

function show(form, type) {
  for (const field of form.querySelectorAll("[type=password], [data-password]")) {
    field.dataset.password = "";
    field.type = type;
  }
}

for (const box of document.querySelectorAll("[data-show-password]")) {
  box.closest("label").hidden = false;
  box.checked = false; // Firefox keeps it over a reload
  box.addEventListener("change", () => show(box.form, box.checked ? "text" : "password"));
  box.form.addEventListener("submit", () => show(box.form, "password"));
}
