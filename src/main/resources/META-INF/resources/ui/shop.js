// @ts-check
/** The demo shop: signs in at the sandbox, makes an order by one click, and leaves the paying to the checkout page. */

import {copy, fill, part, show, titleOf} from './dom.js';
import {dateAndTime, money} from './format.js';
import {call, session, signInToSandbox, signOut} from './session.js';

const CUSTOMER = 'alice';
const PAGE_OF_GOODS = 12;
const LAST_ORDERS = 5;
const TINTS = 6;

const root = part(document, '#shop');
const goods = part(root, '[data-goods]');
/** An order that was asked for keeps its key until it is there: asking again makes no second one. @type {Map<string, string>} */
const keys = new Map();
let busy = false;

async function load() {
  showWho();
  await Promise.all([loadGoods(''), loadOrders()]);
}

/** @param {string} after */
async function loadGoods(after) {
  const answer = await ask('GET', `/stock?limit=${PAGE_OF_GOODS}${after && `&after=${encodeURIComponent(after)}`}`);
  goods.setAttribute('aria-busy', 'false');
  if (!answer) {
    return;
  }
  const cards = answer.items.map(card);
  after ? goods.append(...cards) : goods.replaceChildren(...cards);
  const more = part(root, '[data-more]');
  more.hidden = answer.next === null;
  more.onclick = () => loadGoods(answer.next);
}

/** @param {{sku: string, name: string, price: number, currency: string, available: number}} good */
function card({sku, name, price, currency, available}) {
  const copied = copy(root, '[data-good]');
  fill(copied, {name, left: available, price: money(price, currency), letter: [...name][0], label: name});
  const left = part(copied, '[data-slot="left"]');
  if (available === 0) {
    left.textContent = left.dataset.none;
  }
  part(copied, '.tile').dataset.tint = String([...sku].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % TINTS);
  const button = part(copied, 'button');
  button.disabled = available === 0;
  button.addEventListener('click', () => buy(sku, button));
  return copied;
}

/** @param {string} sku @param {HTMLButtonElement} button */
async function buy(sku, button) {
  if (busy) {
    return;
  }
  busy = true;
  show(button, '[data-busy]', true);
  const order = await orderOne(sku);
  if (order) {
    location.assign(`/checkout/${encodeURIComponent(order.id)}`);
  } else {
    busy = false;
    show(button, '[data-busy]', false);
  }
}

/** @param {string} sku */
async function orderOne(sku) {
  if (!await signIn()) {
    return null;
  }
  const key = keys.get(sku) ?? Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
  keys.set(sku, key);
  const order = await ask('POST', '/orders', {body: {items: [{sku, quantity: 1}]}, headers: {'Idempotency-Key': key}});
  if (order) {
    keys.delete(sku);
  }
  return order;
}

async function signIn() {
  try {
    if (!session()) {
      await signInToSandbox(CUSTOMER, ['customer']);
    }
    return true;
  } catch (failure) {
    trouble(String(failure));
    return false;
  }
}

async function loadOrders() {
  const answer = session() ? await ask('GET', `/orders?limit=${LAST_ORDERS}`) : null;
  show(root, '[data-part="orders"]', Boolean(answer?.items.length));
  part(root, '[data-orders]').replaceChildren(...(answer?.items ?? []).map(orderRow));
}

/** @param {{id: string, createdAt: string, status: string, amount: number, currency: string}} order */
function orderRow({id, createdAt, status, amount, currency}) {
  const copied = copy(root, '[data-order]');
  const state = [...part(root, '[data-states]').children].find((known) => known.dataset.state === status);
  fill(copied, {id, at: dateAndTime(createdAt), status: state?.textContent ?? status, amount: money(amount, currency)});
  part(copied, 'a').href = `/checkout/${encodeURIComponent(id)}`;
  if (state?.dataset.tone) {
    part(copied, '.badge').classList.add(state.dataset.tone);
  }
  return copied;
}

/**
 * @param {string} method @param {string} path @param {{body?: object, headers?: Record<string, string>}} [more]
 * @returns {Promise<any>} null if it was refused, which is then said
 */
async function ask(method, path, more) {
  show(root, '[data-trouble]', false);
  const answer = await call(method, path, more).catch(() => null);
  if (answer && answer.status < 300) {
    return answer.body;
  }
  if (answer?.status === 401) {
    signOut();
    showWho();
  }
  trouble(titleOf(answer?.body));
  return null;
}

/** @param {string} what */
function trouble(what) {
  fill(root, {trouble: what});
  show(root, '[data-trouble]', true);
}

function showWho() {
  const who = session()?.user ?? '';
  fill(root, {who});
  show(root, '.who', Boolean(who));
  show(root, '[data-sign-out]', Boolean(who));
}

part(root, '[data-sign-out]').addEventListener('click', () => {
  signOut();
  showWho();
  loadOrders();
});
addEventListener('pageshow', () => {
  busy = false;
  show(goods, '[data-busy]', false);
  load();
});
