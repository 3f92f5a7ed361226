// @ts-check
/** One order with all that happened to it, as a line in time: its moves, its payments, its refunds. */

import {ask} from './console-session.js';
import {recheck, trouble} from './console-lists.js';
import {badge, instant, number, say, span, word} from './console-words.js';
import {copy, fill, part, show} from './dom.js';
import {money} from './format.js';

const root = part(document, '#console');
const view = part(root, '[data-view="order"]');
const PAGE = 100;
/** Of so many payments the refunds are looked up; an order has one that succeeded, and rarely a late charge. */
const REFUNDED_AT_MOST = 10;
const GAP_SECONDS = 1;

/**
 * @typedef {{at: string, lane: 0 | 1 | 2, what: string, more?: string, which?: string, tone: string, open?: string, begins?: string, ends?: string}} Moment
 */

/** @param {string} id @param {AbortSignal} signal @param {boolean} [came] from another part: then the focus comes along */
export async function showOrder(id, signal, came = false) {
  const place = part(view, '[data-list="order"]');
  place.replaceChildren(copy(root, '[data-table]'));
  show(view, '[data-order]', false);
  const found = await read(id, signal);
  if (signal.aborted) {
    return;
  }
  show(place, '[data-loading]', false);
  if ('status' in found) {
    if (found.status === 404) {
      part(place, '[data-empty]').textContent = say('notFound', {id});
      show(place, '[data-empty]', true);
    } else {
      trouble(place, found, () => showOrder(id, signal));
    }
    return;
  }
  place.replaceChildren();
  showFacts(found.order);
  showLine(found, () => showOrder(id, signal));
  show(view, '[data-order]', true);
  document.title = `${id} · payonce`;
  if (came) {
    part(view, '#order-title').focus({preventScroll: true});
  }
  part(view, '[data-refresh]').onclick = () => showOrder(id, signal);
}

/**
 * @param {string} id @param {AbortSignal} signal
 * @returns {Promise<{status: number, body: any} | {order: any, moves: any[], all: boolean, payments: any[], refunds: any[]}>} the answer that was none
 */
async function read(id, signal) {
  const path = `/orders/${encodeURIComponent(id)}`;
  const answers = await Promise.all([path, `${path}/history?limit=${PAGE}`, `${path}/payments?limit=${PAGE}`].map((one) => ask('GET', one, signal)));
  const broken = answers.find(({status}) => status !== 200);
  if (broken) {
    return broken;
  }
  const [order, history, payments] = answers.map(({body}) => body);
  const sent = payments.items.filter((/** @type {any} */ payment) => payment.status !== 'REJECTED').slice(0, REFUNDED_AT_MOST);
  const refunds = await Promise.all(sent.map((/** @type {any} */ payment) => ask('GET', `/payments/${encodeURIComponent(payment.id)}/refunds?limit=${PAGE}`, signal)));
  return refunds.find(({status}) => status !== 200)
    ?? {order, moves: history.items, all: history.next === null, payments: payments.items, refunds: refunds.flatMap(({body}) => body.items)};
}

/** @param {any} order */
function showFacts(order) {
  const {id, status, amount, currency, customerId, description, items, version, createdAt, expiresAt, paidAt} = order;
  const whole = part(view, '[data-order]');
  fill(whole, {id, amount: money(amount, currency), customer: customerId, version: number(version), description: description ?? ''});
  badge(part(whole, '.heading .badge'), 'order', status);
  part(whole, '[data-customer]').href = `#/orders?${new URLSearchParams({customer: customerId})}`;
  for (const [slot, at] of Object.entries({created: createdAt, expires: expiresAt, paid: paidAt})) {
    instant(part(whole, `.facts [data-slot="${slot}"]`), at);
  }
  show(whole, '[data-described]', Boolean(description));
  show(whole, '[data-goods]', items.length > 0);
  part(whole, '[data-items]').replaceChildren(...items.map((/** @type {any} */ item) => {
    const row = copy(view, '[data-item]');
    fill(row, {quantity: say('quantity', {n: number(item.quantity)}), name: item.name, sku: item.sku, price: money(item.unitPrice * item.quantity, currency)});
    return row;
  }));
}

/** @param {{order: any, moves: any[], all: boolean, payments: any[], refunds: any[]}} found @param {() => void} again */
function showLine({order, moves, all, payments, refunds}, again) {
  const moments = [
    ...moves.map(moved),
    ...payments.flatMap(paid),
    ...refunds.flatMap(refunded),
  ].sort((one, other) => Date.parse(one.at) - Date.parse(other.at) || finer(one.at, other.at));
  /** What runs in each lane; the order's own line runs on while it is at no end. */
  const running = [false, 0, 0];
  part(view, '[data-line]').replaceChildren(...moments.map((moment, index) => {
    const row = copy(view, '[data-moment]');
    const before = moments[index - 1];
    const gap = before ? (Date.parse(moment.at) - Date.parse(before.at)) / 1000 : 0;
    fill(row, {gap: gap >= GAP_SECONDS ? say('later', {time: span(gap)}) : '', what: moment.what, more: moment.more ?? '', which: moment.which ?? ''});
    instant(part(row, '[data-slot="at"]'), moment.at, 'exact');
    lanes(row, moment, running, index === moments.length - 1);
    show(row, '[data-recheck-place]', Boolean(moment.open));
    if (moment.open) {
      part(row, '[data-recheck]').addEventListener('click', (/** @type {MouseEvent} */ event) => recheck(String(moment.open), event.currentTarget, again));
    }
    return row;
  }));
  show(view, '[data-history-more]', !all);
}

/** Times of one millisecond by their further digits. @param {string} one @param {string} other */
function finer(one, other) {
  return one.padEnd(30, '0') < other.padEnd(30, '0') ? -1 : 1;
}

/** The three lanes beside a moment: a line above, a dot, a line below. @param {DocumentFragment} row @param {Moment} moment @param {any[]} running @param {boolean} last */
function lanes(row, moment, running, last) {
  row.querySelectorAll('.lanes i').forEach((lane, index) => {
    const above = index === 0 ? running[0] : running[index] > 0;
    if (index === moment.lane) {
      running[index] = index === 0 ? true : running[index] + (moment.begins ? 1 : 0) - (moment.ends ? 1 : 0);
    }
    const below = index === 0 ? running[0] && !last : running[index] > 0 && !last;
    lane.className = [above && 'above', below && 'below', index === moment.lane && `dot ${moment.tone}`].filter(Boolean).join(' ');
  });
}

const TONES = /** @type {Record<string, string>} */ ({PAID: 'good', SUCCEEDED: 'good', PAYMENT_FAILED: 'bad', FAILED: 'bad', PROCESSING: 'warn'});

/** @param {any} move @returns {Moment} */
function moved({at, from, to, actor, reason}) {
  const what = from === null ? say('made', {to: word('order', to)})
    : from === to ? say('amended')
      : say('moved', {from: word('order', from), to: word('order', to)});
  return {at, lane: 0, what, more: say('byWhom', {actor, reason}), tone: TONES[to] ?? ''};
}

/** @param {any} payment @returns {Moment[]} */
function paid({id, status, declineCode, createdAt, settledAt}) {
  const ended = {at: settledAt ?? createdAt, lane: /** @type {1} */ (1), which: id, more: declineCode ?? '', tone: TONES[status] ?? '',
    what: say('paymentEnded', {status: word('payment', status)})};
  if (status === 'REJECTED') {
    return [{...ended, tone: 'bad'}];
  }
  const opened = {at: createdAt, lane: /** @type {1} */ (1), what: say('paymentOpened'), which: id, tone: 'warn', begins: id,
    ...(status === 'PROCESSING' && {more: say('stillOpen'), open: id})};
  return settledAt ? [opened, {...ended, ends: id}] : [opened];
}

/** @param {any} refund @returns {Moment[]} */
function refunded({id, status, amount, currency, reason, createdAt, settledAt}) {
  const opened = {at: createdAt, lane: /** @type {2} */ (2), what: say('refundOpened', {amount: money(amount, currency)}), which: id,
    more: reason ?? '', tone: 'warn', begins: id};
  return settledAt
    ? [opened, {at: settledAt, lane: 2, what: say('refundEnded', {status: word('payment', status)}), which: id, tone: TONES[status] ?? '', ends: id}]
    : [opened];
}
