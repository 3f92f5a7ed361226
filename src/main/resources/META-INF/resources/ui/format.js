// @ts-check
/** Money and times as the reader's language and country write them. */

const language = document.documentElement.lang.slice(0, 2);

/** The reader's own variety of the page's language, such as en-GB; else the page's. */
export const locale = navigator.languages.find((tag) => tag.slice(0, 2) === language) ?? document.documentElement.lang;

/** @type {Map<string, number>} */
const exponents = new Map();
for (const pair of document.querySelector('[data-exponents]')?.getAttribute('data-exponents')?.split(' ') ?? []) {
  const [currency, digits] = pair.split(':');
  exponents.set(currency, Number(digits));
}

/**
 * The server says how many digits a minor unit has: browsers take some currencies for others.
 *
 * @param {number} amount in the currency's minor unit @param {string} currency
 */
export function money(amount, currency) {
  const digits = exponents.get(currency) ?? 2;
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount / 10 ** digits);
}

/** @param {string} instant ISO 8601 */
export function dateAndTime(instant) {
  return new Intl.DateTimeFormat(locale, {dateStyle: 'medium', timeStyle: 'short'}).format(new Date(instant));
}

/**
 * The time alone if it is the reader's today, by the reader's own clock.
 *
 * @param {string} instant ISO 8601 @param {Date} now
 */
export function timeOfDay(instant, now = new Date()) {
  const time = new Date(instant);
  return time.toDateString() === now.toDateString()
    ? new Intl.DateTimeFormat(locale, {timeStyle: 'short'}).format(time)
    : dateAndTime(instant);
}

/** @param {number} ms rounded up to a whole unit */
export function duration(ms) {
  const seconds = Math.ceil(ms / 1000);
  const [value, unit] = seconds < 100 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return new Intl.NumberFormat(locale, {style: 'unit', unit, unitDisplay: 'long'}).format(value);
}
