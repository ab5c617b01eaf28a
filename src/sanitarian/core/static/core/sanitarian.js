/* Small helps for every page. All of them are extras: without JavaScript the pages still file, find and decide.

   The design system's own script enhances a page once, when it loads, and keeps its components to itself. Fragments
   that htmx swaps in therefore use elements that need no script: details, dialog, select, plain file fields. */
"use strict";

(function () {
  const SHORTCUT_OFF = "sanitarian.shortcut.off";

  /* A shortcut of a single key must be possible to turn off (WCAG 2.1.4). */
  function shortcutIsOn() {
    try { return localStorage.getItem(SHORTCUT_OFF) === null; } catch { return true; }
  }

  function isTyping(element) {
    return element.isContentEditable || /^(input|textarea|select)$/i.test(element.tagName);
  }

  document.addEventListener("keydown", function (event) {
    const find = document.getElementById("site-find");
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!find || !shortcutIsOn() || isTyping(event.target)) return;
    event.preventDefault();
    find.focus();
    find.select();
  });

  function showShortcutSwitch() {
    const button = document.querySelector("[data-shortcut-switch]");
    if (!button || !document.getElementById("site-find")) return;
    const label = () => (shortcutIsOn() ? "Key “/” goes to Find: turn off" : "Key “/” is off: turn on");
    button.hidden = false;
    button.textContent = label();
    button.addEventListener("click", function () {
      try {
        if (shortcutIsOn()) localStorage.setItem(SHORTCUT_OFF, "1");
        else localStorage.removeItem(SHORTCUT_OFF);
      } catch { /* no storage: the shortcut stays as it is */ }
      button.textContent = label();
    });
  }

  /* One press, one submission. The database is the real guard; this saves a puzzled look. */
  document.addEventListener("submit", function (event) {
    const form = event.target;
    if (form.dataset.sent) { event.preventDefault(); return; }
    if (form.method !== "post" || event.defaultPrevented) return;
    form.dataset.sent = "yes";
    if (event.submitter) event.submitter.setAttribute("aria-busy", "true");
  });

  function release(form) {
    delete form.dataset.sent;
    for (const button of form.querySelectorAll("[aria-busy]")) button.removeAttribute("aria-busy");
  }

  /* Coming back with the Back button, or after htmx has its answer, the form can be sent again. */
  window.addEventListener("pageshow", function () { for (const form of document.forms) release(form); });
  document.addEventListener("htmx:afterRequest", function (event) {
    const form = event.target.closest ? event.target.closest("form") : null;
    if (form) release(form);
  });

  /* Tables turn into cards on phones, which would hide from screen readers that they are tables. */
  function nameTables(root) {
    const roles = { table: "table", thead: "rowgroup", tbody: "rowgroup", tr: "row", td: "cell" };
    for (const table of root.querySelectorAll("table.s-table")) {
      table.setAttribute("role", "table");
      for (const [tag, role] of Object.entries(roles)) {
        for (const part of table.querySelectorAll(tag)) part.setAttribute("role", role);
      }
      for (const head of table.querySelectorAll("th")) {
        head.setAttribute("role", head.closest("thead") ? "columnheader" : "rowheader");
      }
    }
  }

  /* The browser would stop at the first fault with a bubble; the page that comes back lists them all. */
  function leaveChecksToServer(root) {
    for (const form of root.querySelectorAll("form[method=post]")) form.noValidate = true;
  }

  function goToErrors(root) {
    const summary = root.querySelector("[data-error-summary]");
    if (!summary) return;
    if (!document.title.startsWith("Error: ")) document.title = "Error: " + document.title;
    summary.focus();
  }

  /* The demo's sign-in page lists people to sign in as. */
  document.addEventListener("click", function (event) {
    const button = event.target.closest("[data-demo-email]");
    if (!button) return;
    document.getElementById("id_login").value = button.dataset.demoEmail;
    document.getElementById("id_password").value = button.dataset.demoPassphrase;
    document.getElementById("id_password").form.requestSubmit();
  });

  document.addEventListener("htmx:afterSettle", function (event) {
    const root = event.target.parentNode || document;
    nameTables(root);
    leaveChecksToServer(root);
    goToErrors(event.target);
  });

  document.addEventListener("DOMContentLoaded", function () {
    showShortcutSwitch();
    nameTables(document);
    leaveChecksToServer(document);
    goToErrors(document);
  });
})();
