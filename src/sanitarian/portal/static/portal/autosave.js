/* Saves a step while it is typed. Without it, "Save and go on" does the same.

   What could not be sent stays in this browser under the step's address until it is, so that a lost network or a
   closed page costs nothing; signing out or a successful save takes it away. */
"use strict";

(function () {
  const form = document.querySelector("form[data-autosave]");
  if (!form) return;
  const saved = document.getElementById("saved");
  const PREFIX = "sanitarian.unsent.";
  const KEY = PREFIX + location.pathname;
  const PAUSE = 1200;
  let timer = 0;
  let leaving = false;

  function typed() {
    const pairs = [...new FormData(form)].filter(([name, value]) => typeof value === "string" && !OWN.has(name));
    return JSON.stringify(pairs);
  }
  const OWN = new Set(["csrfmiddlewaretoken", "page", "version", "do"]);
  const opened = typed();

  function keep(text) {
    try { if (text === null) localStorage.removeItem(KEY); else localStorage.setItem(KEY, text); } catch { /* full */ }
  }

  function kept() {
    try { return localStorage.getItem(KEY); } catch { return null; }
  }

  function put(pairs) {
    for (const element of form.elements) {
      if (element.type === "radio" || element.type === "checkbox") {
        if (!OWN.has(element.name)) element.checked = pairs.some(([n, v]) => n === element.name && v === element.value);
      }
    }
    for (const [name, value] of pairs) {
      const element = form.elements[name];
      if (element && "value" in element && element.type !== "checkbox" && !(element instanceof RadioNodeList)) {
        element.value = value;
      }
    }
  }

  function say(text) {
    saved.replaceChildren(Object.assign(document.createElement("span"), { textContent: text }));
  }

  function save() {
    clearTimeout(timer);
    timer = 0;
    if (leaving) return;
    keep(typed());
    form.dispatchEvent(new Event("autosave"));
  }

  function later() {
    clearTimeout(timer);
    timer = setTimeout(save, PAUSE);
  }

  form.addEventListener("input", later);
  form.addEventListener("change", later);
  form.addEventListener("submit", function () { leaving = true; clearTimeout(timer); keep(typed()); });
  document.addEventListener("visibilitychange", function () { if (timer && document.hidden) save(); });

  document.addEventListener("htmx:afterRequest", function (event) {
    if (event.target !== saved) return;
    const answer = event.detail.xhr;
    if (event.detail.successful && answer.responseURL.endsWith(location.pathname)) { keep(null); return; }
    say(event.detail.successful
      ? "You are signed out. What you typed is kept in this browser: sign in and open this step again."
      : "Not sent yet: no connection. What you typed is kept in this browser and sent when you go on typing.");
  });
  /* A sign-in page in place of the answer is no answer. */
  document.addEventListener("htmx:beforeSwap", function (event) {
    if (event.target === saved && !event.detail.xhr.responseURL.endsWith(location.pathname)) event.detail.shouldSwap = false;
  });

  const unsent = kept();
  if (unsent !== null && unsent !== opened) {
    put(JSON.parse(unsent));
    say("What you typed before, and could not send, is here again.");
    later();
  } else {
    keep(null);
  }
})();
