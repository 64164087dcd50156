// SPDX-License-Identifier: Apache-2.0
// The Explore button of a chart. Until it is pressed, nothing of Vega is loaded; without this file the
// drawing, its links and its downloads work all the same.

/** Shows the drawing again and forgets the interactive chart. */
function leave(figure, state) {
  state.chart?.close();
  state.chart = undefined;
  figure.querySelector('[data-drawing]').hidden = false;
  const button = figure.querySelector('[data-explore]');
  button.textContent = 'Explore';
}

async function enter(figure, state) {
  const button = figure.querySelector('[data-explore]');
  button.textContent = 'Loading…';
  try {
    const [engine, answer] = await Promise.all([import(figure.dataset.engine), fetch(figure.dataset.vega)]);
    if (!answer.ok) throw new Error(`${answer.status} for ${figure.dataset.vega}`);
    const specifications = await answer.json();
    state.chart = await engine.explore(figure, specifications, () => {
      leave(figure, state);
      button.focus();
    });
    figure.querySelector('[data-drawing]').hidden = true;
    button.textContent = 'Close';
    state.chart.focus();
  } catch (error) {
    leave(figure, state);
    button.textContent = 'Could not load; try again';
    console.warn('The interactive chart did not load:', error);
  }
}

for (const figure of document.querySelectorAll('[data-chart]')) {
  const button = figure.querySelector('[data-explore]');
  const state = {};
  button.hidden = false;
  button.addEventListener('click', () => (state.chart ? leave(figure, state) : enter(figure, state)));
}
