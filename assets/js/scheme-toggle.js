// SPDX-License-Identifier: Apache-2.0
// The button that goes through the colour schemes: the system's, light, dark.
const KEY = 'bt-scheme';
const ORDER = ['auto', 'light', 'dark'];
const NAMES = { auto: 'as the system', light: 'light', dark: 'dark' };

function read() {
  const value = document.documentElement.getAttribute('data-bs-theme');
  return ORDER.includes(value) ? value : 'auto';
}

function write(scheme) {
  const root = document.documentElement;
  if (scheme === 'auto') root.removeAttribute('data-bs-theme');
  else root.setAttribute('data-bs-theme', scheme);
  try {
    if (scheme === 'auto') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, scheme);
  } catch {
    // The choice then lasts as long as the page.
  }
}

/** Shows the button and keeps its label in step with the scheme. */
export function startScheme() {
  const button = document.querySelector('[data-scheme-toggle]');
  const label = button?.querySelector('[data-scheme-label]');
  if (!label) return;
  const show = () => {
    button.dataset.scheme = read();
    label.textContent = `Colour scheme: ${NAMES[read()]}. Change`;
    button.title = label.textContent;
  };
  button.addEventListener('click', () => {
    write(ORDER[(ORDER.indexOf(read()) + 1) % ORDER.length]);
    show();
  });
  show();
  button.hidden = false;
}
