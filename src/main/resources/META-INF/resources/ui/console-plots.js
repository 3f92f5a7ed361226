// @ts-check
/** Plots of the last minutes as plain SVG: stacked areas, or lines. Their words and values stand beside them as text. */

const SVG = 'http://www.w3.org/2000/svg';
const HEIGHT = 150;
const TOP = 10;
const BOTTOM = 20;
const LEFT = 56;
const RIGHT = 6;
const USUAL_WIDTH = 520;
/** A gap in the figures longer than this is no line. */
const GAP = 0.03;

/**
 * @typedef {{ago: number, value: number | null}} Point ago from 0, now, to 1, the oldest
 * @typedef {{name: string, points: Point[]}} Series
 */

/** @param {string} name @param {Record<string, string | number>} attributes @param {string} [text] @returns {SVGElement} */
function draw(name, attributes, text) {
  const element = /** @type {SVGElement} */ (document.createElementNS(SVG, name));
  for (const [attribute, value] of Object.entries(attributes)) {
    element.setAttribute(attribute, String(value));
  }
  if (text !== undefined) {
    element.textContent = text;
  }
  return element;
}

/** The next round number: 1, 2 or 5 times a power of ten. @param {number} value */
function round(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * (value <= power ? 1 : value <= 2 * power ? 2 : value <= 5 * power ? 5 : 10);
}

/**
 * @param {SVGElement} drawing @param {'stack' | 'lines'} kind @param {Series[]} series
 * @param {{text: (value: number) => string, idle: string, now: string, ago: string}} words
 */
export function plot(drawing, kind, series, words) {
  const wide = drawing.clientWidth || USUAL_WIDTH;
  const tops = kind === 'stack' ? stacked(series) : series;
  const most = Math.max(0, ...tops.flatMap(({points}) => points.map(({value}) => value ?? 0)));
  const top = most > 0 ? round(most) : 1;
  const x = (/** @type {number} */ ago) => LEFT + (1 - ago) * (wide - LEFT - RIGHT);
  const y = (/** @type {number} */ value) => TOP + (1 - value / top) * (HEIGHT - TOP - BOTTOM);
  drawing.setAttribute('viewBox', `0 0 ${wide} ${HEIGHT}`);
  drawing.replaceChildren(...axes(wide, y, top, most > 0, words), ...(most > 0 ? shapes(kind, tops, x, y) : [
    draw('text', {class: 'idle', x: LEFT + (wide - LEFT) / 2, y: HEIGHT / 2, 'text-anchor': 'middle'}, words.idle),
  ]));
}

/** Each on top of the ones before it. @param {Series[]} series @returns {Series[]} */
function stacked(series) {
  const below = series[0].points.map(() => 0);
  return series.map(({name, points}) => ({
    name,
    points: points.map(({ago, value}, index) => {
      below[index] += value ?? 0;
      return {ago, value: value === null ? null : below[index]};
    }),
  }));
}

/** @param {number} wide @param {(value: number) => number} y @param {number} top @param {boolean} busy @param {{text: (value: number) => string, now: string, ago: string}} words */
function axes(wide, y, top, busy, {text, now, ago}) {
  const lines = [0, 0.5, 1].map((share) => draw('line', {class: share ? 'grid' : 'floor', x1: LEFT, x2: wide - RIGHT, y1: y(top * share), y2: y(top * share)}));
  const values = busy ? [0.5, 1].map((share) => draw('text', {class: 'scale', x: LEFT - 6, y: y(top * share) + 4, 'text-anchor': 'end'}, text(top * share))) : [];
  return [...lines, ...values,
    draw('text', {class: 'scale', x: LEFT, y: HEIGHT - 5, 'text-anchor': 'start'}, ago),
    draw('text', {class: 'scale', x: wide - RIGHT, y: HEIGHT - 5, 'text-anchor': 'end'}, now)];
}

/**
 * The highest of a stack first, so that the lower ones cover it.
 *
 * @param {'stack' | 'lines'} kind @param {Series[]} tops @param {(ago: number) => number} x @param {(value: number) => number} y
 */
function shapes(kind, tops, x, y) {
  const all = tops.map(({points}, index) => runs(points).map((run) => {
    const line = run.map(({ago, value}) => `${x(ago).toFixed(1)} ${y(value ?? 0).toFixed(1)}`).join('L');
    return kind === 'stack'
      ? draw('path', {class: 'area', 'data-series': index, d: `M${x(run[0].ago).toFixed(1)} ${y(0)}L${line}L${x(run[run.length - 1].ago).toFixed(1)} ${y(0)}Z`})
      : draw('path', {class: 'curve', 'data-series': index, d: `M${line}`});
  }));
  return all.reverse().flat();
}

/** Stretches without a gap. @param {Point[]} points @returns {Point[][]} */
function runs(points) {
  /** @type {Point[][]} */
  const found = [];
  let last = /** @type {Point | null} */ (null);
  for (const point of points) {
    if (point.value !== null) {
      if (last && last.ago - point.ago < GAP) {
        found[found.length - 1].push(point);
      } else {
        found.push([point]);
      }
    }
    last = point.value === null ? null : point;
  }
  return found;
}
