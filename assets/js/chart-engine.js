// SPDX-License-Identifier: Apache-2.0
// The interactive chart: Vega with its expression interpreter, so that no code is made from text and the
// content security policy needs no exception. Loaded by chart.js when a reader asks.
import { View, parse } from 'vega';
import { expressionInterpreter } from 'vega-interpreter';
import { showTooltip } from './chart-tooltip.js';

const NARROW_PX = 560;

/** Nothing is fetched, and links lead to this site only. */
const loader = {
  load: () => Promise.reject(new Error('Charts load nothing')),
  http: () => Promise.reject(new Error('Charts load nothing')),
  file: () => Promise.reject(new Error('Charts load nothing')),
  sanitize: (address, options) => (options?.context === 'href' && isOurs(address)
    ? Promise.resolve({ href: address })
    : Promise.reject(new Error('Charts link to this site only'))),
};

function isOurs(address) {
  return typeof address === 'string' && /^\/(?!\/)[\w./~#-]*$/.test(address);
}

/** All marks that lead somewhere, each once, from left to right and top to bottom. */
function stops(view) {
  const found = new Map();
  const visit = (item, x, y) => {
    for (const mark of item.items ?? []) {
      for (const child of mark.items ?? []) {
        const at = { x: x + (child.x ?? 0), y: y + (child.y ?? 0) };
        if (mark.marktype === 'group') visit(child, at.x, at.y);
        else if (mark.marktype !== 'text' && isOurs(child.href) && !found.has(child.href)) found.set(child.href, { ...at, item: child });
      }
    }
  };
  const [originX, originY] = view.origin();
  const { left, top } = view.padding();
  for (const root of view.scenegraph().root.items) visit(root, originX + left, originY + top);
  return [...found.values()].sort((a, b) => a.x - b.x || a.y - b.y);
}

/** Where a mark is seen in the stage: the drawing may stand in its middle, or be shrunk. */
function boxOf(stop, stage) {
  const { bounds } = stop.item;
  const svg = stage.querySelector('svg');
  const drawn = svg.getBoundingClientRect();
  const frame = stage.getBoundingClientRect();
  const scale = drawn.width / svg.width.baseVal.value;
  const x = (value) => drawn.left - frame.left + scale * (value + stop.x - (stop.item.x ?? 0));
  const y = (value) => drawn.top - frame.top + scale * (value + stop.y - (stop.item.y ?? 0));
  return { left: x(bounds.x1), right: x(bounds.x2), top: y(bounds.y1), bottom: y(bounds.y2) };
}

/** Arrow keys walk from value to value, Enter follows the link, Escape goes back to the drawing. */
function walkByKeyboard(stage, view, tooltip, back) {
  let at = -1;
  const step = (by) => {
    const all = stops(view);
    if (!all.length) return;
    at = (at + by + all.length) % all.length;
    tooltip.show(all[at].item.datum, boxOf(all[at], stage));
  };
  const keys = {
    ArrowRight: () => step(1),
    ArrowDown: () => step(1),
    ArrowLeft: () => step(at < 0 ? 0 : -1),
    ArrowUp: () => step(at < 0 ? 0 : -1),
    Enter: () => { if (at >= 0) location.assign(stops(view)[at].item.href); },
    Escape: back,
  };
  stage.addEventListener('keydown', (event) => {
    const act = keys[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  });
}

/** Replaces the drawing of a figure by an interactive chart; `back` is called when the reader leaves it. */
export async function explore(figure, specifications, back) {
  const parent = figure.querySelector('.bt-chart__stage');
  const narrow = parent.clientWidth < NARROW_PX;
  const stage = document.createElement('div');
  stage.className = 'bt-chart__live';
  stage.tabIndex = 0;
  stage.setAttribute('role', 'application');
  stage.setAttribute('aria-label', 'Interactive chart. Arrow keys move from value to value, Enter opens the evidence, Escape goes back to the drawing.');
  const canvas = document.createElement('div');
  stage.append(canvas);
  const tooltip = showTooltip(stage);
  const runtime = parse(narrow ? specifications.narrow : specifications.wide, undefined, { ast: true });
  const view = new View(runtime, { expr: expressionInterpreter, loader, renderer: 'svg', logLevel: 1 });
  view.tooltip((_handler, event, item, value) => {
    if (!value || !item?.datum) tooltip.hide();
    else tooltip.follow(item.datum, event);
  });
  view.initialize(canvas).hover();
  parent.append(stage);
  await view.runAsync();
  walkByKeyboard(stage, view, tooltip, back);
  return {
    focus: () => stage.focus(),
    close: () => { view.finalize(); stage.remove(); },
  };
}
