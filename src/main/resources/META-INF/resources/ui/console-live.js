// @ts-check
/** Live figures: a stream of this instance's totals, from which the last minutes are drawn. Nothing older is kept. */

import {authorization} from './console-session.js';
import {agesAgain, instant, millis, number, say, span, word} from './console-words.js';
import {plot} from './console-plots.js';
import {copy, fill, part, show} from './dom.js';

/**
 * @typedef {{count: number, oldestSeconds: number | null}} Backlog
 * @typedef {{at: string, instance: string,
 *   counted: {tokens: number, charges: Record<string, number>, requests: Record<string, number>,
 *     duplicates: Record<string, number>, recovered: Record<string, number>},
 *   latency: {boundsMillis: number[], took: Record<string, number[]>},
 *   checks: {name: string, up: boolean}[], backlogs: Record<string, Backlog> | null}} Figures
 * @typedef {'connecting' | 'live' | 'lost' | 'full'} Pulse
 * @typedef {(index: number) => (number | null)} Measure of the frame at this place, from those before it
 */

const MINUTES = 5;
const KEPT_MS = MINUTES * 60_000;
const KEPT_FRAMES = 400;
const STORED = 'payonce.console.frames';
/** Percentiles are of this long: one second has too few payments. */
const WINDOW_MS = 10_000;
/** The same of rates: one payment is no peak. */
const RATE_MS = 3_000;
const COME_BACK_MS = 2_000;
const SILENCE_MS = 15_000;

/** @type {Figures[]} */
let frames = [];
/** What was measured once stays so. @type {WeakMap<Figures, Map<string, number | null>>} */
const measured = new WeakMap();
/** Of whoever followed before. */
let following = new AbortController();

/** @param {Record<string, number>} totals @param {(label: string) => boolean} wanted */
function sum(totals, wanted) {
  return Object.entries(totals).reduce((all, [label, value]) => wanted(label) ? all + value : all, 0);
}

/** The frame so long before this one, or the oldest. @param {number} index @param {number} ms */
function before(index, ms) {
  const since = Date.parse(frames[index].at) - ms;
  return frames[Math.max(0, frames.findLastIndex(({at}) => Date.parse(at) <= since))];
}

/** Per second. @param {(figures: Figures) => number} total @returns {Measure} */
function rate(total) {
  return (index) => {
    const [older, newer] = [before(index, RATE_MS), frames[index]];
    const seconds = (Date.parse(newer.at) - Date.parse(older.at)) / 1000;
    return seconds > 0 ? Math.max(0, total(newer) - total(older)) / seconds : null;
  };
}

/** @param {string} timed @param {number} share @returns {Measure} in milliseconds; null where nothing was timed */
function percentile(timed, share) {
  return (index) => {
    const [from, newer] = [before(index, WINDOW_MS), frames[index]];
    const took = newer.latency.took[timed].map((count, index) => count - from.latency.took[timed][index]);
    return inBuckets(took, newer.latency.boundsMillis, share);
  };
}

/** @param {number[]} took how many within each bound, and at the end of all @param {number[]} bounds @param {number} share */
function inBuckets(took, bounds, share) {
  const wanted = took[took.length - 1] * share;
  if (wanted <= 0) {
    return null;
  }
  const index = bounds.findIndex((_, at) => took[at] >= wanted);
  if (index < 0) {
    return bounds[bounds.length - 1];
  }
  const below = index ? took[index - 1] : 0;
  const lower = index ? bounds[index - 1] : 0;
  return lower + (bounds[index] - lower) * (wanted - below) / (took[index] - below);
}

const KNOWN_KINDS = ['replay', 'in_progress', 'other_token'];
/** @type {Record<string, {kind: 'stack' | 'lines', text: (value: number) => string, series: [string, Measure][]}>} */
const PLOTS = {
  payments: {kind: 'stack', text: (value) => number(value, 1), series: [
    ['approved', rate(({counted}) => counted.charges.approved ?? 0)],
    ['declined', rate(({counted}) => counted.charges.declined ?? 0)],
    ['uncertain', rate(({counted}) => sum(counted.charges, (verdict) => !['approved', 'declined'].includes(verdict)))],
  ]},
  duplicates: {kind: 'stack', text: (value) => number(value, 1), series: [
    ...KNOWN_KINDS.map((name) => /** @type {[string, Measure]} */ ([name, rate(({counted}) => counted.duplicates[name] ?? 0)])),
    ['others', rate(({counted}) => sum(counted.duplicates, (name) => !KNOWN_KINDS.includes(name)))],
  ]},
  latency: {kind: 'lines', text: millis, series: [['p50', percentile('pay', 0.5)], ['p95', percentile('pay', 0.95)], ['p99', percentile('pay', 0.99)]]},
  parts: {kind: 'lines', text: millis, series: [['gateway', percentile('gateway', 0.95)], ['mysql', percentile('mysql', 0.95)], ['redis', percentile('redis', 0.95)]]},
};

/**
 * Follows until it is refused; comes back when it is cut off.
 *
 * @param {HTMLElement} root @param {(pulse: Pulse, at?: string) => void} beat @param {() => void} refused
 */
export async function follow(root, beat, refused) {
  following.abort();
  following = new AbortController();
  const {signal} = following;
  restore();
  while (!signal.aborted) {
    const status = await read(root, beat, signal).catch(() => 0);
    if (signal.aborted) {
      return;
    }
    if (status === 401 || status === 403) {
      refused();
      return;
    }
    if (status !== 200) {
      beat(status === 503 ? 'full' : 'lost');
    }
    await new Promise((wake) => setTimeout(wake, status === 200 ? 0 : COME_BACK_MS));
  }
}

/**
 * @param {HTMLElement} root @param {(pulse: Pulse, at?: string) => void} beat @param {AbortSignal} signal
 * @returns {Promise<number>} the status, or 0 if it was not ours: a stream that told nothing, or another page in its place
 */
async function read(root, beat, signal) {
  const response = await fetch('/console/figures', {headers: {...authorization(), Accept: 'text/event-stream'}, cache: 'no-store', signal});
  if (!response.ok) {
    return response.status;
  }
  if (!response.body || !response.headers.get('Content-Type')?.startsWith('text/event-stream')) {
    return 0;
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let unread = '';
  let told = false;
  try {
    for (;;) {
      const {done, value} = await within(reader.read());
      if (done) {
        return told ? response.status : 0;
      }
      const lines = (unread + value).split('\n');
      unread = lines.pop() ?? '';
      for (const line of lines.filter((one) => one.startsWith('data:'))) {
        take(root, JSON.parse(line.slice(5)));
        beat('live', frames[frames.length - 1].at);
        told = true;
      }
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** A stream that has fallen silent is as good as cut. @param {Promise<ReadableStreamReadResult<string>>} reading */
async function within(reading) {
  let timer = 0;
  const silence = new Promise((_, fail) => {
    timer = setTimeout(() => fail(new Error('silent')), SILENCE_MS);
  });
  try {
    return await Promise.race([reading, silence]);
  } finally {
    clearTimeout(timer);
  }
}

/** @param {HTMLElement} root @param {Figures} figures */
function take(root, figures) {
  keep(figures);
  agesAgain();
  showCounts(root, figures);
  showChecks(root, figures);
  if (!part(root, '[data-view="overview"]').hidden) {
    showOverview(root);
  }
}

/** After a restart, or from another instance, totals begin anew. @param {Figures} figures */
function keep(figures) {
  const since = Date.parse(figures.at) - KEPT_MS;
  frames = [...frames.filter(({at, instance}) => instance === figures.instance && Date.parse(at) > since), figures].slice(-KEPT_FRAMES);
}

/** @param {HTMLElement} root */
function showOverview(root) {
  const last = frames[frames.length - 1];
  fill(root, {instance: last.instance});
  for (const [name, {kind, text, series}] of Object.entries(PLOTS)) {
    showPlot(part(root, `[data-plot="${name}"]`), kind, text, series);
  }
  showTotals(root, last);
  showBacklogs(root, last.backlogs);
}

/** @param {HTMLElement} figure @param {'stack' | 'lines'} kind @param {(value: number) => string} text @param {[string, Measure][]} series */
function showPlot(figure, kind, text, series) {
  const newest = Date.parse(frames[frames.length - 1].at);
  const drawn = series.map(([name, measure]) => ({
    name,
    points: frames.slice(1).map(({at}, index) => ({
      ago: (newest - Date.parse(at)) / KEPT_MS,
      value: measureOnce(name, measure, index + 1),
    })),
  }));
  const values = drawn.map(({name, points}) => {
    const now = points[points.length - 1]?.value ?? null;
    return {name: word('series', name), now: now === null ? '–' : text(now)};
  });
  part(figure, '[data-legend]').replaceChildren(...values.map(({name, now}, index) => legend(name, now, index)));
  const drawing = part(figure, '.drawing');
  const idle = drawn.every(({points}) => points.every(({value}) => !value));
  drawing.setAttribute('aria-label', say('plotIs', {
    name: part(figure, 'figcaption b').textContent,
    values: idle ? say('idle') : values.map(({name, now}) => say('valueIs', {name, value: now})).join(', '),
  }));
  plot(drawing, kind, drawn, {text, idle: say('idle'), now: say('plotNow'), ago: say('plotAgo')});
}

/** @param {string} name @param {Measure} measure @param {number} index */
function measureOnce(name, measure, index) {
  const known = measured.get(frames[index]) ?? new Map();
  measured.set(frames[index], known);
  if (!known.has(name)) {
    known.set(name, measure(index));
  }
  return known.get(name);
}

/** @param {string} name @param {string} now @param {number} index */
function legend(name, now, index) {
  const item = document.createElement('li');
  item.dataset.series = String(index);
  const label = document.createElement('span');
  label.textContent = name;
  const value = document.createElement('b');
  value.className = 'number';
  value.textContent = now;
  item.append(label, value);
  return item;
}

/** @param {HTMLElement} root @param {Figures} figures */
function showTotals(root, {counted}) {
  const all = () => true;
  const totals = {
    tokens: counted.tokens,
    approved: counted.charges.approved ?? 0,
    duplicates: sum(counted.duplicates, all),
    replays: counted.duplicates.replay ?? 0,
    recovered: counted.recovered.found ?? 0,
  };
  for (const [name, total] of Object.entries(totals)) {
    part(root, `[data-total="${name}"]`).textContent = number(total);
  }
}

/** @param {HTMLElement} root @param {Record<string, Backlog> | null} backlogs */
function showBacklogs(root, backlogs) {
  part(root, '[data-backlogs]').dataset.known = String(Boolean(backlogs));
  fill(part(root, '[data-backlogs]'), {limit: number(Number(root.dataset.bufferLimit))});
  for (const row of root.querySelectorAll('[data-backlog]')) {
    const {count, oldestSeconds} = backlogs?.[String(row.dataset.backlog)] ?? {count: null, oldestSeconds: null};
    const cells = row.querySelectorAll('td');
    cells[0].textContent = count === null ? '–' : counted(root, count);
    cells[1].textContent = count && oldestSeconds !== null ? span(oldestSeconds) : '–';
    row.dataset.some = String(Boolean(count));
  }
}

/** @param {HTMLElement} root @param {number} count */
function counted(root, count) {
  return count >= Number(root.dataset.countLimit) ? say('atLeast', {n: number(count)}) : number(count);
}

/** In the tabs. @param {HTMLElement} root @param {Figures} figures */
function showCounts(root, {backlogs}) {
  for (const place of root.querySelectorAll('[data-count]')) {
    const count = backlogs?.[String(place.dataset.count)]?.count ?? 0;
    place.textContent = number(count);
    place.hidden = count === 0;
  }
}

/** @param {HTMLElement} root @param {Figures} figures */
function showChecks(root, {checks}) {
  part(root, '[data-checks]').replaceChildren(...checks.map(({name, up}) => {
    const item = copy(root, '[data-check]');
    fill(item, {name, answer: say(up ? 'up' : 'away')});
    part(item, 'li').dataset.up = String(up);
    return item;
  }));
  for (const notice of root.querySelectorAll('[data-store-away]')) {
    const check = checks.find(({name}) => name === notice.dataset.storeAway);
    if (notice.hidden !== (check?.up ?? true)) {
      notice.hidden = check?.up ?? true;
    }
  }
}

/** A reload, for another language say, does not begin anew. */
function restore() {
  try {
    frames = JSON.parse(sessionStorage.getItem(STORED) ?? '[]');
  } catch {
    frames = [];
  }
  sessionStorage.removeItem(STORED);
}

addEventListener('pagehide', () => {
  try {
    sessionStorage.setItem(STORED, JSON.stringify(frames));
  } catch {
    // no room: then it begins anew
  }
});
