// SPDX-License-Identifier: Apache-2.0
// What a value of an interactive chart says when it is pointed at or walked to. Text goes in as text;
// positions go in through the style object, which the content security policy allows.

function line(className, text) {
  const element = document.createElement('span');
  element.className = className;
  element.textContent = text;
  return element;
}

/** A tooltip inside `stage`: `show` beside a box, which is marked, `follow` a pointer, `hide`. */
export function showTooltip(stage) {
  const box = document.createElement('div');
  box.className = 'bt-tip';
  box.setAttribute('role', 'status');
  box.hidden = true;
  const ring = document.createElement('div');
  ring.className = 'bt-tip-ring';
  ring.hidden = true;
  stage.append(ring, box);
  const fill = (datum) => {
    const link = document.createElement('a');
    link.href = datum.c6;
    link.tabIndex = -1;
    link.textContent = datum.c7 ? 'Evidence' : 'How it was computed';
    const parts = [['bt-tip__value', datum.c7], ['bt-tip__series', datum.c4], ['bt-tip__label', datum.c11]];
    box.replaceChildren(...parts.filter(([, text]) => text).map(([name, text]) => line(name, text)), link);
    box.hidden = false;
  };
  const place = (x, top, bottom) => {
    const left = Math.max(4, Math.min(x - box.offsetWidth / 2, stage.clientWidth - box.offsetWidth - 4));
    const above = top - box.offsetHeight - 8;
    box.style.setProperty('left', `${left}px`);
    box.style.setProperty('top', `${above >= 0 ? above : bottom + 8}px`);
  };
  return {
    show(datum, { left, right, top, bottom }) {
      fill(datum);
      ring.hidden = false;
      const sides = { left: left - 4, top: top - 4, width: right - left + 8, height: bottom - top + 8 };
      for (const [name, value] of Object.entries(sides)) ring.style.setProperty(name, `${value}px`);
      place((left + right) / 2, top, bottom);
    },
    follow(datum, event) {
      const frame = stage.getBoundingClientRect();
      fill(datum);
      ring.hidden = true;
      place(event.clientX - frame.left, event.clientY - frame.top - 6, event.clientY - frame.top + 6);
    },
    hide() {
      box.hidden = true;
      ring.hidden = true;
    },
  };
}
