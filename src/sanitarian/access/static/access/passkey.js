/* Says on the page that a passkey did not work; the library only tells the console. */
"use strict";

document.addEventListener("allauth.error", function (event) {
  event.preventDefault();
  const fault = document.querySelector("[data-passkey-fault]");
  if (fault) fault.hidden = false;
});
