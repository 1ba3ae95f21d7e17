// The formulas offered in the wizard: a link followed while their list is still on its way takes the game and the
// number of players that stand in the form by now.
//
// form[data-offers-form]   asks for the game and the number of players
// #offers a                lead to the form of a formula

document.addEventListener("click", ({ target }) => {
  const link = target.closest?.("#offers a");
  const form = document.querySelector("form[data-offers-form]");
  if (!link || !form) return;
  const address = new URL(link.href);
  for (const [name, value] of new FormData(form)) {
    if (address.searchParams.has(name)) address.searchParams.set(name, value);
  }
  link.href = address;
});
