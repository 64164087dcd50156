// SPDX-License-Identifier: Apache-2.0
// A side column that is longer than the window scrolls by itself; then the keyboard must be able to reach it.

/** Makes side columns focusable as long as they scroll. */
export function startScrolling() {
  const columns = document.querySelectorAll('.bt-toc, .bt-sidebar');
  const check = () => {
    for (const column of columns) {
      if (column.scrollHeight > column.clientHeight + 1) column.tabIndex = 0;
      else column.removeAttribute('tabindex');
    }
  };
  addEventListener('resize', check, { passive: true });
  check();
}
