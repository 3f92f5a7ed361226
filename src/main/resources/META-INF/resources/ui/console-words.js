// @ts-check
/** Words, numbers and times of the console. Times are UTC, with the reader's own where one points at them. */

import {part} from './dom.js';
import {locale} from './format.js';

const root = part(document, '#console');

/** @param {string} list @param {string} key @param {Record<string, string | number>} [values] */
export function word(list, key, values = {}) {
  const found = root.querySelector(`[data-words="${list}"] [data-key="${CSS.escape(key)}"]`)?.textContent ?? key;
  return found.replace(/\[(\w+)]/g, (whole, name) => String(values[name] ?? whole));
}

/** @param {string} key @param {Record<string, string | number>} [values] */
export function say(key, values) {
  return word('say', key, values);
}

/** To those who hear the page. @param {string} text */
export function tell(text) {
  part(root, '[data-told]').textContent = text;
}

/** @type {Map<number, Intl.NumberFormat>} */
const formats = new Map();

/** @param {number} value @param {number} [digits] */
export function number(value, digits = 0) {
  if (!formats.has(digits)) {
    formats.set(digits, new Intl.NumberFormat(locale, {maximumFractionDigits: digits, minimumFractionDigits: value === 0 ? 0 : digits}));
  }
  return /** @type {Intl.NumberFormat} */ (formats.get(digits)).format(value);
}

/** @param {number} value @param {string} unit @param {number} [digits] */
function unit(value, unit, digits = 0) {
  return new Intl.NumberFormat(locale, {style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: digits}).format(value);
}

/** Two units at most, such as 4 min 10 s. @param {number} seconds */
export function span(seconds) {
  if (seconds < 1) {
    return unit(Math.round(seconds * 1000), 'millisecond');
  }
  if (seconds < 10) {
    return unit(seconds, 'second', 1);
  }
  const whole = Math.floor(seconds);
  const units = [[Math.floor(whole / 86_400), 'day'], [Math.floor(whole / 3600) % 24, 'hour'], [Math.floor(whole / 60) % 60, 'minute'], [whole % 60, 'second']];
  const from = units.findIndex(([value]) => Number(value) > 0);
  return units.slice(from, from + 2).filter(([value]) => Number(value) > 0).map(([value, name]) => unit(Number(value), String(name))).join(' ');
}

/** @param {number} value milliseconds */
export function millis(value) {
  return value >= 1000 ? unit(value / 1000, 'second', 1) : unit(value, 'millisecond', value < 10 ? 1 : 0);
}

const local = new Intl.DateTimeFormat(locale, {dateStyle: 'full', timeStyle: 'long'});

/**
 * @param {HTMLTimeElement} element @param {string | null} at ISO 8601; null leaves it empty
 * @param {'full' | 'exact' | 'time'} [how]
 */
export function instant(element, at, how = 'full') {
  if (!at) {
    element.textContent = '';
    return;
  }
  const iso = new Date(at).toISOString();
  const [date, time] = iso.split('T');
  element.dateTime = at;
  element.title = local.format(new Date(at));
  const clock = how === 'exact' ? time.slice(0, 12) : time.slice(0, 8);
  element.textContent = how === 'time' ? `${clock} UTC` : `${date} ${clock}`;
}

/** How long ago, kept up to date by {@link agesAgain}. @param {HTMLTimeElement} element @param {string} since */
export function age(element, since) {
  instant(element, since);
  element.dataset.since = since;
  showAge(element);
}

/** @param {HTMLTimeElement} element */
function showAge(element) {
  element.textContent = span(Math.max(0, Math.floor((Date.now() - Date.parse(String(element.dataset.since))) / 1000)) || 0.001);
}

export function agesAgain() {
  root.querySelectorAll('time[data-since]').forEach(showAge);
}

const TONES = /** @type {Record<string, string>} */ ({
  PROCESSING: 'warn', PAID: 'good', SUCCEEDED: 'good', DELIVERED: 'good', PAYMENT_FAILED: 'bad', FAILED: 'bad', DEAD: 'bad', REFUSED: 'bad',
});

/** @param {HTMLElement} element @param {string} list @param {string} status */
export function badge(element, list, status) {
  element.textContent = word(list, status);
  element.dataset.status = status;
  element.classList.remove('good', 'warn', 'bad');
  if (TONES[status]) {
    element.classList.add(TONES[status]);
  }
}
