// @ts-check
/** The lists of the console: page by page, each row from a template, with words for empty, loading and broken. */

import {ask} from './console-session.js';
import {age, badge, instant, millis, number, say, tell, word} from './console-words.js';
import {copy, fill, part, show, titleOf} from './dom.js';
import {money} from './format.js';

const root = part(document, '#console');
const PAGE = 25;
const ID = /^(ord|pay|ref)_/;
const WELL_FORMED = /^(ord|pay|ref)_[0-9A-F][0-9A-HJKMNP-TV-Z]{12}$/;

/**
 * @typedef {(row: DocumentFragment, item: any, again: () => void) => void} Filling
 * @typedef {{name: string, path: string, query?: Record<string, string>, row: Filling}} List
 */

/** @param {string} view @param {URLSearchParams} query @param {AbortSignal} signal */
export function showLists(view, query, signal) {
  const status = query.get('status') ?? '';
  const customerId = query.get('customer') ?? '';
  const filtered = {...(status && {status}), ...(customerId && {customerId})};
  const select = root.querySelector(`[data-view="${view}"] select`);
  if (select) {
    select.value = status;
  }
  if (view === 'orders') {
    part(root, '#term').value = customerId;
    wrong('');
    list({name: 'orders', path: '/orders', query: filtered, row: orderRow}, signal);
  } else if (view === 'payments') {
    list({name: 'payments', path: '/payments', query: filtered, row: paymentRow}, signal);
  } else if (view === 'recovery') {
    list({name: 'open', path: '/recovery/payments', row: openRow}, signal);
    list({name: 'refunds', path: '/recovery/refunds', row: refundRow}, signal);
  } else if (view === 'audit') {
    list({name: 'audit', path: '/audit', query: {...(status && {result: status}), ...(customerId && {actor: customerId})}, row: auditRow}, signal);
  } else {
    list({name: view, path: `/${view}`, query: filtered, row: view === 'deliveries' ? deliveryRow : letterRow}, signal);
  }
}

/** @param {List} wanted @param {AbortSignal} signal */
function list(wanted, signal) {
  const place = part(root, `[data-list="${wanted.name}"]`);
  place.replaceChildren(copy(root, '[data-table]'));
  const head = part(place, 'thead tr');
  for (const column of word('columns', wanted.name).split('|')) {
    const cell = document.createElement(column ? 'th' : 'td');
    cell.textContent = column.replace('#', '');
    cell.className = column.startsWith('#') ? 'number' : '';
    cell.toggleAttribute('scope', false);
    if (column) {
      cell.setAttribute('scope', 'col');
    }
    head.append(cell);
  }
  part(place, '[data-table-of]').setAttribute('aria-label', word('columns', wanted.name).split('|')[0]);
  part(place, '[data-empty]').textContent = word('empty', wanted.name);
  more(place, wanted, '', signal);
}

/** @param {HTMLElement} place @param {List} wanted @param {string} after @param {AbortSignal} signal */
async function more(place, wanted, after, signal) {
  show(place, '[data-loading]', true);
  show(place, '[data-trouble], [data-more]', false);
  const query = new URLSearchParams({...wanted.query, limit: String(PAGE), ...(after && {after})});
  const answer = await ask('GET', `${wanted.path}?${query}`, signal);
  if (signal.aborted) {
    return;
  }
  show(place, '[data-loading]', false);
  if (answer.status !== 200) {
    trouble(place, answer, () => more(place, wanted, after, signal));
    return;
  }
  const rows = part(place, 'tbody');
  for (const item of answer.body.items) {
    const row = copy(root, `[data-row="${wanted.name}"]`);
    wanted.row(row, item, () => list(wanted, signal));
    label(row, wanted.name);
    rows.append(row);
  }
  const shown = rows.querySelectorAll('tr:not(.under)').length;
  show(place, '[data-table-of]', shown > 0);
  show(place, '[data-empty]', shown === 0);
  fill(place, {shown: shown ? say('shown', {n: number(shown)}) : ''});
  const button = part(place, '[data-more]');
  button.hidden = answer.body.next === null;
  button.onclick = () => more(place, wanted, answer.body.next, signal);
  if (after) {
    part(rows, `tr:nth-of-type(${rows.children.length - answer.body.items.length + 1})`).scrollIntoView({block: 'nearest'});
  }
}

/** For phones, where a row is a card without a head. @param {DocumentFragment} row @param {string} name */
function label(row, name) {
  const columns = word('columns', name).split('|');
  [...part(row, 'tr').children].forEach((cell, index) => {
    cell.dataset.label = columns[index].replace('#', '');
  });
}

/** @param {HTMLElement} place @param {{status: number, body: any}} answer @param {() => void} again */
export function trouble(place, {status, body}, again) {
  fill(place, {trouble: status === 0 ? say('unreachable') : titleOf(body), reference: body?.requestId ?? ''});
  show(place, '[data-reference]', Boolean(body?.requestId));
  show(place, '[data-trouble]', true);
  part(place, '[data-again]').onclick = again;
}

// --- rows ---

/** @param {string} id */
function orderPath(id) {
  return `#/orders/${encodeURIComponent(id)}`;
}

/** @type {Filling} */
function orderRow(row, {id, customerId, status, amount, currency, createdAt, paidAt}) {
  fill(row, {id, customer: customerId, amount: money(amount, currency)});
  part(row, '[data-link]').href = orderPath(id);
  badge(part(row, '.badge'), 'order', status);
  instant(part(row, '[data-slot="created"]'), createdAt);
  instant(part(row, '[data-slot="paid"]'), paidAt);
}

/** @type {Filling} */
function paymentRow(row, {id, orderId, status, amount, currency, declineCode, refundedAmount, createdAt, settledAt}) {
  fill(row, {
    id,
    order: orderId,
    amount: money(amount, currency),
    decline: declineCode ?? '',
    refunded: refundedAmount ? money(refundedAmount, currency) : '',
  });
  part(row, '[data-link]').href = orderPath(orderId);
  part(row, '[data-order-link]').href = orderPath(orderId);
  badge(part(row, '.badge'), 'payment', status);
  instant(part(row, '[data-slot="created"]'), createdAt);
  instant(part(row, '[data-slot="settled"]'), settledAt);
}

/** @type {Filling} */
function openRow(row, item, again) {
  watchedRow(row, item);
  fill(row, {label: item.id, why: item.unknownReason ?? say('atWork')});
  part(row, '[data-recheck]').addEventListener('click', (/** @type {MouseEvent} */ event) => recheck(item.id, event.currentTarget, again));
}

/** @type {Filling} */
function refundRow(row, item) {
  watchedRow(row, item);
  fill(row, {why: item.unknownReason === 'given_up' ? say('person') : item.unknownReason ?? say('atWork')});
}

/** @param {DocumentFragment} row @param {any} item */
function watchedRow(row, {id, orderId, amount, currency, createdAt, sentAt, checks, nextCheckAt}) {
  fill(row, {id, amount: money(amount, currency), checks: number(checks), sent: say('notSent')});
  part(row, '[data-link]').href = orderPath(orderId);
  age(part(row, '[data-slot="age"]'), createdAt);
  if (sentAt) {
    instant(part(row, '[data-slot="sent"]'), sentAt);
  }
  instant(part(row, '[data-slot="next"]'), nextCheckAt);
}

/** @type {Filling} */
function letterRow(row, letter, again) {
  const {id, messageId, status, reason, detail, broker, queue, partition, offset, deliveries, lastSeenAt, bodySize, body, headers} = letter;
  fill(row, {
    id,
    label: id,
    message: messageId ?? '',
    reason,
    detail,
    origin: [broker, queue, ...(partition === null ? [] : [`${partition}/${offset}`])].join(' · '),
    times: number(deliveries),
    size: say('size', {n: number(bodySize)}),
    body,
    headers: JSON.stringify(headers, null, 2),
  });
  badge(part(row, '.badge'), 'letter', status);
  instant(part(row, '[data-slot="seen"]'), lastSeenAt);
  const button = part(row, '[data-redrive]');
  button.hidden = status !== 'DEAD';
  button.addEventListener('click', async () => {
    const after = await act(`/dead-letters/${encodeURIComponent(id)}/redrive`, button, say('redriving', {id}));
    if (after) {
      tellAll(say('redrove', {id, status: word('letter', after.status)}));
      again();
    }
  });
}

/** @type {Filling} */
function deliveryRow(row, {id, type, orderId, receiver, status, attempts, log, createdAt, nextAttemptAt}, again) {
  fill(row, {id, label: id, type, order: orderId, receiver, attempts: number(attempts)});
  part(row, '[data-order-link]').href = orderPath(orderId);
  badge(part(row, '.badge'), 'delivery', status);
  instant(part(row, '[data-slot="created"]'), createdAt);
  instant(part(row, '[data-slot="next"]'), nextAttemptAt);
  show(row, '[data-no-attempts]', log.length === 0);
  part(row, '[data-attempts]').replaceChildren(...log.map(attempt));
  const button = part(row, '[data-resend]');
  button.hidden = !receiver.startsWith('whe_');
  button.addEventListener('click', async () => {
    if (await act(`/webhook-deliveries/${encodeURIComponent(id)}/resend`, button, say('resending', {id}))) {
      tellAll(say('resent', {id}));
      again();
    }
  });
}

/** @type {Filling} */
function auditRow(row, {at, actor, roles, result, method, path, subject, status, times, address, requestId}) {
  fill(row, {who: actor ?? say('unnamed'), roles: roles.join(', '), what: `${method} ${path}`, subject: subject ?? '', code: String(status)});
  fill(row, {times: number(times), address, request: requestId});
  if (actor !== null) {
    part(row, '[data-actor]').href = `#/audit?${new URLSearchParams({customer: actor})}`;
  }
  badge(part(row, '.badge'), 'audit', result);
  instant(part(row, '[data-slot="at"]'), at);
}

/** @param {{number: number, at: string, result: string, millis: number}} one */
function attempt({number: n, at, result, millis: took}) {
  const item = copy(root, '[data-attempt]');
  fill(item, {number: say('attempt', {n: number(n)}), result, took: millis(took)});
  instant(part(item, 'time'), at);
  return item;
}

// --- doing ---

/** @param {string} id @param {any} button @param {() => void} again */
export async function recheck(id, button, again) {
  const after = await act(`/payments/${encodeURIComponent(id)}/recheck`, button, say('rechecking', {id}));
  if (after) {
    tellAll(say('rechecked', {id, status: word('payment', after.status)}));
    again();
  }
}

/**
 * @param {string} path @param {HTMLButtonElement} button @param {string} meanwhile
 * @returns {Promise<any>} null if it was refused, which is then said
 */
async function act(path, button, meanwhile) {
  if (button.getAttribute('aria-disabled') === 'true') {
    return null;
  }
  button.setAttribute('aria-disabled', 'true');
  tell(meanwhile);
  const answer = await ask('POST', path);
  button.setAttribute('aria-disabled', 'false');
  if (answer.status >= 200 && answer.status < 300) {
    return answer.body;
  }
  tellAll(`${say('doTrouble')} ${answer.status === 0 ? say('unreachable') : titleOf(answer.body)}`, true);
  return null;
}

/** @param {string} text @param {boolean} [bad] */
function tellAll(text, bad = false) {
  tell(text);
  const place = part(root, '[data-toast]');
  place.textContent = text;
  place.hidden = false;
  place.classList.toggle('bad', bad);
  place.classList.toggle('good', !bad);
}

// --- searching ---

/** @param {string} prefix empty: nothing is wrong */
function wrong(prefix) {
  part(root, '[data-wrong]').textContent = prefix && say('wrongId', {prefix});
  part(root, '#term').toggleAttribute('aria-invalid', Boolean(prefix));
}

/** @param {string} id of a payment or refund */
async function orderOf(id) {
  const answer = await ask('GET', `/${id.startsWith('pay_') ? 'payments' : 'refunds'}/${encodeURIComponent(id)}`);
  if (answer.status === 200) {
    location.hash = orderPath(answer.body.orderId);
  } else {
    part(root, '[data-wrong]').textContent = answer.status === 404 ? say('notFound', {id}) : answer.status ? titleOf(answer.body) : say('unreachable');
  }
}

/** @param {string} term @param {string} status */
function search(term, status) {
  wrong('');
  const id = ID.exec(term);
  if (id && !WELL_FORMED.test(term)) {
    wrong(id[0]);
  } else if (id?.[1] === 'ord') {
    location.hash = orderPath(term);
  } else if (id) {
    orderOf(term);
  } else {
    go('orders', {customer: term, status});
  }
}

/** @param {string} view @param {Record<string, string>} values */
function go(view, values) {
  const query = new URLSearchParams(Object.entries(values).filter(([, value]) => value));
  const hash = `#/${view}${query.size ? `?${query}` : ''}`;
  if (location.hash === hash) {
    dispatchEvent(new HashChangeEvent('hashchange'));
  } else {
    location.hash = hash;
  }
}

const form = part(root, '[data-search]');
form.addEventListener('submit', (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  search(part(form, '#term').value.trim(), part(form, 'select').value);
});
part(form, '[data-clear]').addEventListener('click', () => go('orders', {}));
part(form, 'select').addEventListener('change', () => {
  const term = part(form, '#term').value.trim();
  go('orders', {customer: ID.test(term) ? '' : term, status: part(form, 'select').value});
});
for (const view of ['payments', 'dead-letters', 'deliveries', 'audit']) {
  const select = part(root, `[data-view="${view}"] [data-state]`);
  select.addEventListener('change', () => go(view, {status: select.value}));
}
part(root, '[data-view="recovery"] [data-refresh]').addEventListener('click', () => go('recovery', {}));
