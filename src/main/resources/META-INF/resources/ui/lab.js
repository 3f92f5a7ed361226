// @ts-check
/** The lab: asks for runs, one after the other, and shows what they told. Bars and lines are drawn by lab-drawing.js. */

import {fill, part, show} from './dom.js';
import {locale} from './format.js';
import {call, session} from './session.js';
import {bar, lanes, twoBars} from './lab-drawing.js';

/** A run is answered within its own limit and the look at the stores. */
const PATIENCE = 70_000;
const LOOK_AGAIN = 1_000;
const TONES = {EXACTLY_ONCE: 'good', CHARGED_BUT_STUCK: 'warn', CHARGED_AGAIN: 'bad', NOT_CHARGED: 'warn'};

/**
 * @typedef {{step: string, atMillis: number}} Mark
 * @typedef {{caller: string, arrivedMillis: number, chargedMillis: number, steps: Mark[]}} Charge
 * @typedef {{pattern: string, fault: string, callers: number, gatewayDelayMillis: number, charges: number,
 *   orderStatus: string, verdict: keyof typeof TONES, expected: string, answers: Record<string, number>,
 *   answersPerSecond: number, p50Millis: number, p99Millis: number, mostAtOnce: number,
 *   faultAtMillis: number | null, firstCharges: Charge[]}} Result
 */

const root = part(document, '#lab');
const form = part(root, '[data-form]');
/** @type {Result[]} */
let results = [];
/** @type {AbortController | null} of what is running */
let running = null;
/** The sandbox's operator, for this page alone: who is signed in elsewhere in the tab stays so. */
let operator = '';

/** @param {string} list @param {string} key @param {Record<string, string | number>} [values] */
function word(list, key, values = {}) {
  const found = root.querySelector(`[data-words="${list}"] [data-key="${key}"]`)?.textContent ?? key;
  return found.replace(/\[(\w+)]/g, (whole, name) => String(values[name] ?? whole));
}

/** @param {number} value @param {number} [digits] */
function number(value, digits = 0) {
  return new Intl.NumberFormat(locale, {maximumFractionDigits: digits}).format(value);
}

/** @param {number} value */
function millis(value) {
  return word('say', 'moment', {n: number(value, value < 10 ? 1 : 0)});
}

/** @param {string} name such as caller-7 */
function actor(name) {
  const [kind, n] = name.split('-');
  return word('say', kind, {n: n ?? ''});
}

// --- running ---

function setting() {
  const chosen = new FormData(form);
  return {
    pattern: String(chosen.get('pattern')),
    callers: Number(chosen.get('callers')),
    gatewayDelayMillis: Number(chosen.get('delay')),
    fault: String(chosen.get('fault')),
  };
}

/** @param {string[]} patterns one after the other, with the same setting */
async function run(patterns) {
  if (running) {
    return;
  }
  running = new AbortController();
  const {signal} = running;
  const chosen = setting();
  work(true);
  for (const [index, pattern] of patterns.entries()) {
    const name = word('pattern', pattern);
    tell(patterns.length === 1
      ? word('say', 'running', {pattern: name})
      : word('say', 'runningAll', {n: index + 1, all: patterns.length, pattern: name}));
    const result = await ask({...chosen, pattern}, signal);
    if (!result) {
      break;
    }
    results = [...results.filter((other) => !isSameSetting(other, result)), result];
    showResult(result);
    showComparison();
  }
  const stopped = signal.aborted;
  running = null;
  work(false);
  tell(stopped ? word('say', 'stopped') : results.length && !hasTrouble() ? told(results[results.length - 1]) : '');
}

/** @param {Result} one @param {Result} other */
function isSameSetting(one, other) {
  return one.pattern === other.pattern && one.fault === other.fault && one.callers === other.callers
    && one.gatewayDelayMillis === other.gatewayDelayMillis;
}

/**
 * @param {object} storm @param {AbortSignal} signal
 * @returns {Promise<Result | null>} null if it was stopped or refused, which is then said
 */
async function ask(storm, signal) {
  trouble('');
  while (!signal.aborted) {
    try {
      await signIn();
      const headers = operator ? {Authorization: operator} : undefined;
      const answer = await call('POST', '/lab/runs',
        {body: storm, headers, signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)])});
      if (answer.status === 200) {
        return answer.body;
      }
      if (answer.body?.code !== 'OVERLOADED') {
        operator = '';
        trouble([401, 403].includes(answer.status) ? word('say', 'signIn') : answer.body?.detail ?? '');
        return null;
      }
      tell(word('say', 'busy'));
      await new Promise((wake) => setTimeout(wake, LOOK_AGAIN));
    } catch (failure) {
      if (!signal.aborted) {
        trouble(String(failure));
      }
      return null;
    }
  }
  return null;
}

/** Elsewhere than in the sandbox, whoever is signed in must be an operator. */
async function signIn() {
  if (operator || root.dataset.sandbox !== 'true') {
    return;
  }
  const answer = await call('POST', '/sandbox/login', {body: {user: 'olga', roles: ['operator']}});
  operator = answer.status === 200 ? `Bearer ${answer.body.accessToken}` : session()?.authorization ?? '';
}

/** @param {boolean} busy */
function work(busy) {
  part(root, '[data-run]').setAttribute('aria-disabled', String(busy));
  show(root, '[data-run] [data-busy]', busy);
  show(root, '[data-run-all]', !busy);
  show(root, '[data-stop]', busy);
}

/** @param {string} text */
function tell(text) {
  part(root, '[data-told]').textContent = text;
}

/** @param {string} what empty: none */
function trouble(what) {
  fill(root, {trouble: what});
  show(root, '[data-trouble]', Boolean(what));
}

function hasTrouble() {
  return !part(root, '[data-trouble]').hidden;
}

/** @param {Result} result */
function told(result) {
  return word('say', 'told', {
    pattern: word('pattern', result.pattern),
    n: number(result.charges),
    what: word('verdictIs', result.verdict),
  });
}

// --- showing ---

/** @param {Result} result */
function showResult(result) {
  const {pattern, fault, callers, charges, verdict, expected, firstCharges} = result;
  show(root, '[data-empty]', false);
  show(root, '[data-shown]', true);
  part(root, '[data-verdict]').dataset.tone = TONES[verdict];
  show(root, '[data-one]', charges === 1);
  show(root, '[data-many]', charges !== 1);
  show(root, '[data-must]', charges !== 1);
  show(root, '[data-unexpected]', verdict !== expected);
  show(root, '[data-held]', fault !== 'NONE');
  show(root, '[data-line]', firstCharges.length > 0);
  show(root, '[data-slot="lineMore"]', charges > firstCharges.length);
  fill(root, {
    charges: number(charges),
    verdict: word('verdictIs', verdict),
    setting: [word('pattern', pattern), word('say', 'callers', {n: callers}), millis(result.gatewayDelayMillis),
      word('fault', fault)].join(' · '),
    expected: word('verdict', expected),
    order: word('status', result.orderStatus),
    perSecond: number(result.answersPerSecond),
    p50: millis(result.p50Millis),
    p99: millis(result.p99Millis),
    atOnce: number(result.mostAtOnce),
    n: firstCharges.length,
    all: number(charges),
  });
  showValues();
  part(root, '[data-answers]').replaceChildren(...Object.entries(result.answers).map(([kind, n]) => answerBar(kind, n, callers)));
  showLine(result);
}

/** @param {string} kind @param {number} n @param {number} all */
function answerBar(kind, n, all) {
  const row = document.createElement('li');
  const label = document.createElement('span');
  label.textContent = word('answer', kind);
  const count = document.createElement('span');
  count.className = 'number';
  count.textContent = number(n);
  row.append(label, count, bar(n / all, ['FAILED', 'LOST'].includes(kind) ? 'bad' : kind === 'PAID' ? 'good' : 'plain'));
  return row;
}

/** @param {Result} result */
function showLine({firstCharges, faultAtMillis, fault}) {
  const names = firstCharges.map(({caller}) => actor(caller));
  lanes(part(root, '[data-drawing]'), firstCharges, names, faultAtMillis, word('fault', fault));
  const steps = firstCharges.flatMap(({steps: marks}, lane) => marks.map((mark) => ({...mark, lane})));
  const moments = faultAtMillis === null ? steps : [...steps, {step: '', atMillis: faultAtMillis, lane: -1}];
  moments.sort((one, other) => one.atMillis - other.atMillis);
  part(root, '[data-steps]').replaceChildren(...moments.map(({step, atMillis, lane}) => {
    const row = document.createElement('li');
    row.dataset.lane = String(lane);
    row.dataset.step = step;
    const at = document.createElement('span');
    at.className = 'number muted';
    at.textContent = millis(atMillis);
    const who = document.createElement('span');
    who.textContent = word('say', 'says', lane < 0
      ? {who: word('say', 'faultAt'), what: word('fault', fault)}
      : {who: names[lane], what: word('step', step)});
    row.append(at, who);
    return row;
  }));
}

function showComparison() {
  show(root, '[data-compare]', results.length > 0);
  const fastest = Math.max(...results.map(({answersPerSecond}) => answersPerSecond));
  const slowest = Math.max(...results.map(({p99Millis}) => p99Millis));
  part(root, '[data-rows]').replaceChildren(...results.map((result) => comparisonRow(result, fastest, slowest)));
}

/** @param {Result} result @param {number} fastest @param {number} slowest */
function comparisonRow(result, fastest, slowest) {
  const row = document.createElement('tr');
  const head = document.createElement('th');
  head.scope = 'row';
  head.textContent = word('pattern', result.pattern);
  const under = document.createElement('span');
  under.className = 'small muted';
  under.textContent = [word('say', 'callers', {n: result.callers}), millis(result.gatewayDelayMillis), word('fault', result.fault)].join(' · ');
  head.append(under);
  const charges = document.createElement('td');
  const badge = document.createElement('span');
  badge.className = `badge ${TONES[result.verdict]}`;
  badge.textContent = `${number(result.charges)} · ${word('verdict', result.verdict)}`;
  charges.append(badge);
  row.append(head, charges,
    measured(number(result.answersPerSecond), bar(result.answersPerSecond / fastest, 'accent')),
    measured(`${millis(result.p50Millis)} / ${millis(result.p99Millis)}`,
      twoBars(result.p50Millis / slowest, result.p99Millis / slowest)));
  return row;
}

/** @param {string} text @param {Element} drawing */
function measured(text, drawing) {
  const cell = document.createElement('td');
  cell.className = 'measured';
  const value = document.createElement('span');
  value.className = 'number';
  value.textContent = text;
  cell.append(value, drawing);
  return cell;
}

// --- choosing ---

function showValues() {
  for (const name of ['callers', 'delay']) {
    const output = part(root, `output[data-value="${name}"]`);
    output.textContent = output.dataset.text.replace('[n]', number(Number(part(form, `#${name}`).value)));
  }
}

form.addEventListener('input', () => {
  showValues();
  const {fault} = setting();
  for (const text of root.querySelectorAll('[data-fault-is]')) {
    text.hidden = text.dataset.faultIs !== fault;
  }
});
form.addEventListener('submit', (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  run([setting().pattern]);
});
part(root, '[data-run-all]').addEventListener('click', () =>
  run([...part(form, '#pattern').options].map((option) => option.value)));
part(root, '[data-stop]').addEventListener('click', () => running?.abort());
part(root, '[data-clear]').addEventListener('click', () => {
  results = [];
  showComparison();
});
for (const button of root.querySelectorAll('[data-try]')) {
  button.addEventListener('click', () => {
    part(form, '#pattern').value = button.dataset.try;
    part(root, '#result-title').focus();
    form.scrollIntoView({block: 'start'});
    run([setting().pattern]);
  });
}
form.dispatchEvent(new Event('input'));
