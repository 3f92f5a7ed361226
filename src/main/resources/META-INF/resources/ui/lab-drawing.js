// @ts-check
/** Bars and time lines as plain SVG. What they show stands beside them as text too. */

const SVG = 'http://www.w3.org/2000/svg';
const LANE = 56;
const TOP = 22;
const LEFT = 8;
/** Where the drawing is not shown, and has no width. */
const USUAL_WIDTH = 640;

/** @param {string} name @param {Record<string, string | number>} attributes @returns {SVGElement} */
function draw(name, attributes) {
  const element = /** @type {SVGElement} */ (document.createElementNS(SVG, name));
  for (const [attribute, value] of Object.entries(attributes)) {
    element.setAttribute(attribute, String(value));
  }
  return element;
}

/** @param {number} share 0 to 1 */
function width(share) {
  return `${Math.max(0.6, Math.min(1, share) * 100)}%`;
}

/** @param {number} share of the longest @param {string} tone */
export function bar(share, tone) {
  const drawing = draw('svg', {class: 'bar-drawing', 'aria-hidden': 'true'});
  drawing.append(
    draw('rect', {class: 'track', width: '100%', height: '100%', rx: 4}),
    draw('rect', {class: `tone-${tone}`, width: width(share), height: '100%', rx: 4}));
  return drawing;
}

/** The longer one behind the shorter one. @param {number} p50 @param {number} p99 both as shares of the longest */
export function twoBars(p50, p99) {
  const drawing = draw('svg', {class: 'bar-drawing', 'aria-hidden': 'true'});
  drawing.append(
    draw('rect', {class: 'track', width: '100%', height: '100%', rx: 4}),
    draw('rect', {class: 'tone-soft', width: width(p99), height: '100%', rx: 4}),
    draw('rect', {class: 'tone-accent', width: width(p50), height: '100%', rx: 4}));
  return drawing;
}

/**
 * One lane for each charge: its caller's way as a line, its call to the gateway as a bar, the charge as a coin.
 *
 * @param {SVGElement} drawing
 * @param {{arrivedMillis: number, chargedMillis: number, steps: {step: string, atMillis: number}[]}[]} charges
 * @param {string[]} names
 * @param {number | null} faultAt
 * @param {string} fault what it is called
 */
export function lanes(drawing, charges, names, faultAt, fault) {
  const moments = charges.flatMap(({chargedMillis, steps}) => [chargedMillis, ...steps.map(({atMillis}) => atMillis)]);
  const last = Math.max(faultAt ?? 0, ...moments, 0.001);
  const wide = drawing.clientWidth || USUAL_WIDTH;
  const x = (/** @type {number} */ at) => LEFT + (at / last) * (wide - 2 * LEFT);
  const height = TOP + charges.length * LANE;
  drawing.setAttribute('viewBox', `0 0 ${wide} ${height}`);
  drawing.replaceChildren(...charges.flatMap((charge, lane) => laneOf(charge, names[lane], TOP + lane * LANE, x)));
  if (faultAt !== null) {
    drawing.append(draw('line', {class: 'fault', x1: x(faultAt), x2: x(faultAt), y1: TOP - 6, y2: height}),
      text(fault, x(faultAt), TOP - 9, 'fault-name', x(faultAt) > wide * 0.7 ? 'end' : x(faultAt) < wide * 0.3 ? 'start' : 'middle'));
  }
}

/**
 * @param {{arrivedMillis: number, chargedMillis: number, steps: {step: string, atMillis: number}[]}} charge
 * @param {string} name @param {number} top @param {(at: number) => number} x
 */
function laneOf({arrivedMillis, chargedMillis, steps}, name, top, x) {
  const middle = top + 34;
  const first = steps[0]?.atMillis ?? arrivedMillis;
  const end = steps[steps.length - 1]?.atMillis ?? chargedMillis;
  const died = steps.some(({step}) => step === 'DIED');
  const parts = [
    text(name, LEFT, top + 15, 'lane-name', 'start'),
    draw('line', {class: 'way', x1: x(first), x2: x(end), y1: middle, y2: middle}),
    draw('rect', {class: 'call', x: x(arrivedMillis), width: Math.max(2, x(chargedMillis) - x(arrivedMillis)), y: middle - 6, height: 12, rx: 6}),
    ...steps.filter(({step}) => !['CHARGED', 'AT_GATEWAY', 'DIED'].includes(step))
      .map(({atMillis}) => draw('circle', {class: 'step', cx: x(atMillis), cy: middle, r: 4})),
    draw('circle', {class: 'coin', cx: x(chargedMillis), cy: middle, r: 9}),
  ];
  if (died) {
    const at = x(end);
    parts.push(draw('path', {class: 'died', d: `M${at - 6} ${middle - 6}l12 12m0 -12l-12 12`}));
  }
  return parts;
}

/** @param {string} words @param {number} x @param {number} y @param {string} kind @param {string} anchor */
function text(words, x, y, kind, anchor) {
  const element = draw('text', {class: kind, x, y, 'text-anchor': anchor});
  element.textContent = words;
  return element;
}
