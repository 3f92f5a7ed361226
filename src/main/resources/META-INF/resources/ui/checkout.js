// @ts-check
/** The checkout page: shows where the order is, as the server says, and pays it by payonce.js. */

import {followOrder, payOrder, pendingPayment} from '../payonce.js';
import {copy, fill, part, show} from './dom.js';
import {dateAndTime, duration, money, timeOfDay} from './format.js';
import {call, session, signInToSandbox, signOut} from './session.js';

/** After this a buyer is told that it takes longer. */
const SLOW_AFTER = 2_500;
/** A clock that goes wrong must not ask for the order's end again and again. */
const END_AT_LEAST = 5_000;
const LONGEST_TIMER = 24 * 60 * 60 * 1000;

const root = part(document, '#checkout');
const form = part(root, '[data-view="form"]');
const wish = {
  orderId: decodeURIComponent(location.pathname.split('/').pop() ?? ''),
  authorization: () => session()?.authorization ?? '',
  onState: showState,
};

/** The order as it was last shown: what the buyer has seen, and agrees to. @type {any} */
let shown = null;
let view = 'loading';
/** The order is being paid or looked up. */
let busy = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let expiry;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let slow;

/** @param {() => Promise<void>} work one at a time: a button is pressed twice, a page shown while it works */
async function alone(work) {
  if (busy) {
    return;
  }
  busy = true;
  try {
    await work();
  } finally {
    busy = false;
    showBusy(false);
  }
}

// --- where the order is: asked each time the page is shown ---

async function look() {
  const answer = await readOrder();
  if (answer?.status === 200) {
    await showOrder(answer.body);
  } else {
    showTrouble(answer?.status ?? 0);
  }
}

function readOrder() {
  return call('GET', `/orders/${encodeURIComponent(wish.orderId)}`).catch(() => null);
}

/** @param {number} status 0 without an answer */
function showTrouble(status) {
  if (status === 401 || status === 403) {
    signOut();
    show(root, '[data-notice="in-flight"]', pendingPayment(wish)?.sent ?? false);
    showView('signed-out');
  } else {
    showView(status === 404 ? 'not-found' : 'unreachable');
  }
}

/** @param {any} order @param {any} [payment] */
async function showOrder(order, payment) {
  const pending = pendingPayment(wish);
  switch (order.status) {
    case 'PENDING':
    case 'PAYMENT_FAILED':
      return pending?.sent ? goOn(order, pending.paymentMethod) : showForm(order);
    case 'PROCESSING':
      return goOn(order, pending?.paymentMethod);
    case 'PAID':
      return showReceipt(order, payment);
    case 'PARTIALLY_REFUNDED':
    case 'REFUNDED':
      fillOrder(order);
      fill(root, {state: part(root, order.status === 'REFUNDED' ? '[data-all]' : '[data-part-of-it]').textContent});
      return showView('refunded');
    case 'EXPIRED':
    case 'CANCELLED':
      fillOrder(order);
      return showView(order.status.toLowerCase());
    default:
      fillOrder(order);
      return showView('other');
  }
}

// --- paying ---

function submit() {
  const paymentMethod = String(new FormData(form).get('method'));
  showNotice('');
  showBusy(true);
  slow = setTimeout(() => showHint('slow'), SLOW_AFTER);
  return payOrder({...wish, paymentMethod, amount: shown.amount}).then(showEnd);
}

/** A payment that was begun before a reload, or elsewhere. @param {any} order @param {string} [paymentMethod] */
async function goOn(order, paymentMethod) {
  fillOrder(order);
  showView('checking');
  await showEnd(await (paymentMethod ? payOrder({...wish, paymentMethod}) : followOrder(wish)));
}

/** @param {import('../payonce.js').State} state */
function showState(state) {
  if (state.state === 'checking') {
    showView('checking');
  } else if (state.state === 'waiting' && view === 'form') {
    clearTimeout(slow);
    showHint(state.reason === 'offline' ? 'offline' : 'waiting');
  }
}

/** @param {import('../payonce.js').End} end */
async function showEnd({outcome, payment, problem, retryAfterMs}) {
  clearTimeout(slow);
  if (outcome === 'signed-out' || outcome === 'forbidden') {
    return showTrouble(401);
  }
  if (outcome === 'not-found') {
    return showTrouble(404);
  }
  const before = shown;
  const answer = await readOrder();
  if (answer?.status !== 200) {
    return showTrouble(answer?.status ?? 0);
  }
  const order = answer.body;
  if (order.status === 'PROCESSING') {
    // its token is still kept, and to send it again at once would go round without a pause
    return goOn(order);
  }
  if (order.status !== 'PENDING' && order.status !== 'PAYMENT_FAILED') {
    return showOrder(order, payment);
  }
  showForm(order);
  explain(outcome === 'failed' && problem?.declineCode === 'gateway_mismatch' ? 'mismatch' : outcome, {
    why: whyDeclined(problem?.declineCode),
    before: money(before.amount, before.currency),
    wait: duration(retryAfterMs ?? 0),
    request: problem?.requestId ?? '',
  });
}

/** @param {string} notice @param {Record<string, string>} values */
function explain(notice, values) {
  fill(form, {...values, amount: money(shown.amount, shown.currency)});
  showNotice(notice);
  tell(part(form, `[data-notice="${notice}"]`));
}

/** The gateway's own code is shown only where we have words for it. @param {string | undefined} code */
function whyDeclined(code) {
  const known = [...part(root, '[data-declines]').children].find((reason) => reason.dataset.code === code);
  return known?.textContent ?? '';
}

// --- the page ---

/** @param {any} order */
function showForm(order) {
  const before = shown;
  if (view === 'form' && before?.version === order.version) {
    return;
  }
  fillOrder(order);
  fill(form, {time: timeOfDay(order.expiresAt)});
  showNotice('');
  showView('form');
  if (before && before.amount !== order.amount) {
    explain('order-changed', {before: money(before.amount, before.currency)});
  }
  clearTimeout(expiry);
  const left = Date.parse(order.expiresAt) - Date.now();
  expiry = setTimeout(() => alone(look), Math.min(LONGEST_TIMER, Math.max(END_AT_LEAST, left)));
}

/** @param {any} order @param {any} [payment] */
async function showReceipt(order, payment) {
  fillOrder(order);
  const paid = payment ?? await findPayment();
  show(root, '[data-if="payment"]', Boolean(paid));
  fill(root, {payment: paid?.id ?? '', paidAt: dateAndTime(order.paidAt)});
  showView('paid');
}

async function findPayment() {
  const answer = await call('GET', `/orders/${encodeURIComponent(wish.orderId)}/payments`).catch(() => null);
  return answer?.body?.items?.find((/** @type {any} */ payment) => payment.status === 'SUCCEEDED');
}

/** @param {any} order */
function fillOrder(order) {
  shown = order;
  fill(root, {
    amount: money(order.amount, order.currency),
    order: order.id,
    description: order.description ?? '',
  });
  show(root, '[data-slot="description"]', Boolean(order.description));
  part(root, '[data-lines]').replaceChildren(...order.items.map((/** @type {any} */ item) => line(item, order.currency)));
  show(root, '[data-part="order"]', true);
}

/** @param {{name: string, quantity: number, unitPrice: number}} item @param {string} currency */
function line({name, quantity, unitPrice}, currency) {
  const copied = copy(root, '[data-line]');
  fill(copied, {name, quantity, price: money(unitPrice, currency), sum: money(unitPrice * quantity, currency)});
  show(copied, '[data-slot="each"]', quantity > 1);
  return copied;
}

/** @param {string} next */
function showView(next) {
  if (next === view) {
    return;
  }
  const heading = part(root, `[data-view="${next}"] h1`);
  const hadFocus = part(root, `[data-view="${view}"]`).contains(document.activeElement);
  view = next;
  clearTimeout(expiry);
  for (const panel of root.querySelectorAll('[data-view]')) {
    panel.hidden = panel.dataset.view !== next;
  }
  if (['signed-out', 'not-found', 'unreachable'].includes(next)) {
    show(root, '[data-part="order"]', false);
  }
  root.dataset.state = next;
  part(root, '[data-part="pay"]').setAttribute('aria-busy', String(next === 'loading'));
  tell(heading);
  if (hadFocus) {
    heading.focus();
  }
}

/** To those who hear the page. @param {HTMLElement} element */
function tell(element) {
  part(root, '[data-told]').textContent = element.innerText;
}

/** @param {string} name */
function showNotice(name) {
  for (const notice of form.querySelectorAll('[data-notice]')) {
    notice.hidden = notice.dataset.notice !== name;
  }
}

/** @param {string} name */
function showHint(name) {
  for (const hint of form.querySelectorAll('[data-hint]')) {
    hint.hidden = hint.dataset.hint !== name;
  }
  if (name !== 'idle') {
    tell(part(form, `[data-hint="${name}"]`));
  }
}

/** The button stays in the tab order, so that the keyboard does not lose its place. @param {boolean} paying */
function showBusy(paying) {
  form.querySelector('[data-pay]')?.setAttribute('aria-disabled', String(paying));
  form.querySelector('[data-methods]')?.toggleAttribute('inert', paying);
  show(form, '[data-busy]', paying);
  show(form, '[data-idle]', !paying);
  showHint('idle');
}

form.addEventListener('submit', (/** @type {Event} */ event) => {
  event.preventDefault();
  alone(submit);
});
part(root, '[data-print]').addEventListener('click', () => print());
part(root, '[data-again]').addEventListener('click', () => alone(look));
root.querySelector('[data-sign-in]')?.addEventListener('click', () => alone(async () => {
  await signInToSandbox('alice', ['customer']).then(look, () => showView('unreachable'));
}));
addEventListener('pageshow', () => alone(look));
document.addEventListener('visibilitychange', () => document.hidden || alone(look));
