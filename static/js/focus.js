// [data-focus]  the field to begin with, or the first wrong one of its form. Not on a touch screen: there the
//               keyboard would cover the page before anybody has read it.

const first = document.querySelector("[data-focus]");
if (first && matchMedia("(pointer: fine)").matches) (first.form.querySelector("[aria-invalid=true]") ?? first).focus();
