// Whether this device has chosen whose seat it shows on this page: a class on <html>, before the page is first
// drawn, and so not a module. See seat.js.
if (localStorage.getItem(`seat:${location.pathname}`)) document.documentElement.classList.add("seated");
