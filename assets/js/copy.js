// SPDX-License-Identifier: Apache-2.0
// Copy buttons: a command line, or a value as a Markdown link for a ticket.

/** Text of a label for use inside Markdown: the characters that Markdown reads are escaped. */
export function escapeMarkdown(text) {
  return text.replace(/\s+/g, ' ').trim().replace(/[\\`*_{}[\]<>()#!|~$&]/g, '\\$&');
}

function markdownOf(id) {
  const card = document.getElementById(id);
  const title = card.querySelector('h3').textContent;
  const value = card.querySelector('.bt-card__value').textContent;
  const address = `${location.origin}${location.pathname}#${encodeURIComponent(id)}`;
  return `[${escapeMarkdown(value)}](${address}) (${escapeMarkdown(title)})`;
}

function textFor(button) {
  if ('copyMarkdown' in button.dataset) return markdownOf(button.dataset.copyMarkdown);
  return button.closest('figure').querySelector('pre').textContent.replace(/\n$/, '');
}

async function copy(button) {
  const label = button.querySelector('[data-copy-label]');
  const before = label.dataset.before ?? (label.dataset.before = label.textContent);
  try {
    await navigator.clipboard.writeText(textFor(button));
    label.textContent = 'Copied';
  } catch {
    label.textContent = 'Could not copy';
  }
  label.setAttribute('aria-live', 'polite');
  setTimeout(() => { label.textContent = before; }, 2000);
}

/** Shows the buttons, which are hidden where nothing would answer them. */
export function startCopying() {
  for (const button of document.querySelectorAll('[data-copy], [data-copy-markdown]')) {
    button.hidden = false;
    button.addEventListener('click', () => copy(button));
  }
}
