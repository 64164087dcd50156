// SPDX-License-Identifier: Apache-2.0
// Runs in the head, before the page is drawn, so that a chosen colour scheme does not flash. Without a
// choice, or without JavaScript, the style sheet follows the system.
(function () {
  try {
    var chosen = localStorage.getItem('bt-scheme');
    if (chosen === 'light' || chosen === 'dark') document.documentElement.setAttribute('data-bs-theme', chosen);
  } catch (refused) {
    // Storage may be closed; then the system decides.
  }
})();
