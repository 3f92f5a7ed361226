// @ts-check
/**
 * payonce.js pays an order exactly once, however often the button is pressed, the page reloaded or the network lost.
 * One ES module without dependencies; README.md has the table of its states.
 *
 *     import {payOrder} from 'https://pay.example/payonce.js';
 *     const end = await payOrder({orderId, paymentMethod, authorization: `Bearer ${accessToken}`});
 *     if (end.outcome === 'paid') ...
 *
 * The rule that it keeps: a one-time token is written to sessionStorage before it is sent, and the same request is
 * repeated with the same token until the server has said how it ended. "Not charged" is never concluded here, only passed on.
 *
 * @typedef {object} Wish
 * @property {string} orderId
 * @property {string} paymentMethod the gateway's name for a way to pay
 * @property {string} [baseUrl] where payonce is; this origin by default
 * @property {string | (() => string | Promise<string>)} [authorization] the Authorization header, or what gives it anew
 * @property {AbortSignal} [signal] stops the waiting, and nothing else: what was sent may still be charged. That of the
 *   call that began stops it for those that have joined, too
 * @property {(state: State) => void} [onState] told of each step
 * @property {number} [amount] what the payer has agreed to, in the currency's minor unit: another price ends as
 *   `order-changed` before anything is sent; by default what was sent before a reload, else any
 *
 * @typedef {object} State
 * @property {'preparing' | 'paying' | 'waiting' | 'checking'} state see README.md
 * @property {boolean} sent whether a request that can charge has left this browser, now or before a reload
 * @property {number} attempt counts the requests of this step from 1
 * @property {number} [retryInMs] in `waiting` and `checking`: when the next one goes
 * @property {'offline' | 'no-answer' | 'in-progress' | 'busy' | 'fault'} [reason] in `waiting`: why
 *
 * @typedef {'paid' | 'declined' | 'failed' | 'order-changed' | 'sold-out' | 'not-paid' | 'expired' | 'cancelled' |
 *   'signed-out' | 'forbidden' | 'not-found' | 'limited' | 'rejected'} Outcome
 *
 * @typedef {object} End
 * @property {Outcome} outcome
 * @property {any} [payment] of `paid`, where it was this call's
 * @property {any} [order] as read at the end, where it was
 * @property {any} [problem] the server's problem+json that said so
 * @property {number} [retryAfterMs] of `limited`
 *
 * @typedef {object} Kept
 * @property {string} token
 * @property {number} amount
 * @property {string} paymentMethod
 * @property {boolean} sent
 *
 * @typedef {object} Answer
 * @property {number} status 0 without an answer
 * @property {any} body null where it is not JSON
 * @property {number} retryAfterMs 0 where the answer has none
 * @property {boolean} [early] it is no end, but the server wants to be asked again much later
 */

/** A request that is not answered after this is repeated: longer than the server itself ever takes. */
const ANSWER_WITHIN = 20_000;
const FIRST_PAUSE = 400;
const LONGEST_PAUSE = 15_000;
/** While the server is asking the gateway. */
const LONGEST_CHECK = 5_000;
/** However often a bell rings. */
const SHORTEST_PAUSE = 250;
/** A wait that the server names and that is longer is left to the caller. */
const LONGEST_RETRY_AFTER = 60_000;
/** A store or a clock that makes every new token bad must not go round for ever. */
const MOST_TOKENS = 4;

/** Calls that are under way: another one for the same order joins. @type {Map<string, Walk>} */
const walks = new Map();

/**
 * Pays an order and answers how it ended, however long that takes. Called again while it runs, it joins; called after a
 * reload, it goes on with the token that is kept.
 *
 * @param {Wish} wish
 * @returns {Promise<End>} rejected only if a signal stops it: that says nothing about the money
 */
export function payOrder(wish) {
  const key = keyOf(wish);
  const running = walks.get(key);
  if (running && !running.signal.aborted) {
    running.tell(wish);
    return wish.signal ? unlessStopped(running.end, wish.signal) : running.end;
  }
  const walk = new Walk(wish, key);
  walks.set(key, walk);
  walk.end = walk.pay().finally(() => {
    walk.close();
    // one that was stopped may have a successor already
    if (walks.get(key) === walk) {
      walks.delete(key);
    }
  });
  return walk.end;
}

/**
 * What this tab has begun and not seen the end of: after a reload, call `payOrder` with this payment method.
 *
 * @param {{orderId: string, baseUrl?: string}} wish
 * @returns {{paymentMethod: string, sent: boolean} | null}
 */
export function pendingPayment(wish) {
  const kept = new Shelf(keyOf(wish)).read();
  return kept && {paymentMethod: kept.paymentMethod, sent: kept.sent};
}

/**
 * Waits until an order is not being paid any more, whoever pays it.
 *
 * @param {Omit<Wish, 'paymentMethod'>} wish
 * @returns {Promise<End>} `not-paid` if it can be paid again
 */
export async function followOrder(wish) {
  const walk = new Walk({...wish, paymentMethod: ''}, keyOf(wish));
  try {
    return await walk.lookAtOrder();
  } finally {
    walk.close();
  }
}

/** @param {{orderId: string, baseUrl?: string}} wish */
function keyOf(wish) {
  return `payonce:${wish.baseUrl ?? ''}:${wish.orderId}`;
}

/** The one place of a token: this tab's sessionStorage, and memory where a browser forbids that. */
class Shelf {
  /** @type {Map<string, string>} */
  static #memory = new Map();

  /** @param {string} key */
  constructor(key) {
    this.key = key;
  }

  /** @returns {Kept | null} */
  read() {
    const text = this.#tryStorage((storage) => storage.getItem(this.key)) ?? Shelf.#memory.get(this.key);
    try {
      const kept = JSON.parse(text ?? 'null');
      return typeof kept?.token === 'string' ? kept : null;
    } catch {
      return null;
    }
  }

  /** @param {Kept} kept */
  write(kept) {
    const text = JSON.stringify(kept);
    Shelf.#memory.set(this.key, text);
    this.#tryStorage((storage) => storage.setItem(this.key, text));
  }

  clear() {
    Shelf.#memory.delete(this.key);
    this.#tryStorage((storage) => storage.removeItem(this.key));
  }

  /** @template T @param {(storage: Storage) => T} use @returns {T | undefined} */
  #tryStorage(use) {
    try {
      return use(globalThis.sessionStorage);
    } catch {
      return undefined;
    }
  }
}

/** One order on its way to its end. */
class Walk {
  /** @type {Promise<End>} */
  end = new Promise(() => {});
  #closed = new AbortController();
  /** @type {((state: State) => void)[]} */
  #listeners = [];
  #sent = false;
  #tokens = 0;
  /** @type {number | undefined} */
  #agreed;
  /** @type {Bell | null} */
  #bell = null;

  /** @param {Wish} wish @param {string} key */
  constructor(wish, key) {
    this.wish = wish;
    this.#agreed = wish.amount;
    this.shelf = new Shelf(key);
    this.signal = wish.signal ? AbortSignal.any([wish.signal, this.#closed.signal]) : this.#closed.signal;
    this.tell(wish);
  }

  /** @param {Wish} wish whoever has stopped waiting is told no more */
  tell({onState, signal}) {
    if (onState) {
      this.#listeners.push((state) => signal?.aborted || onState(state));
    }
  }

  close() {
    this.#closed.abort();
  }

  /** @returns {Promise<End>} */
  async pay() {
    for (;;) {
      const kept = await this.#takeToken();
      const end = 'outcome' in kept ? kept : await this.#payWith(kept);
      if (end) {
        return end;
      }
    }
  }

  /** What is kept goes first: it may have charged. @returns {Promise<Kept | End>} */
  async #takeToken() {
    const kept = this.shelf.read();
    this.#sent ||= kept?.sent ?? false;
    if (kept?.sent) {
      // whoever only goes on has agreed to what was sent, and to no other price
      this.#agreed ??= kept.amount;
    }
    if (kept && (kept.sent || this.#isAgreed(kept))) {
      return kept.sent ? kept : {...kept, paymentMethod: this.wish.paymentMethod};
    }
    const answer = await this.#ask('preparing', 'POST', '/tokens', {orderId: this.wish.orderId});
    if (answer.status === 201) {
      return this.#keep(answer.body);
    }
    return answer.body?.code === 'ORDER_NOT_PAYABLE' ? this.lookAtOrder() : refusal(answer);
  }

  /** @param {any} issued @returns {Promise<Kept | End>} */
  async #keep(issued) {
    if (!this.#isAgreed(issued)) {
      return {...(await this.#readOrder()), outcome: 'order-changed'};
    }
    this.#tokens += 1;
    const kept = {token: issued.token, amount: issued.amount, paymentMethod: this.wish.paymentMethod, sent: false};
    this.shelf.write(kept);
    return kept;
  }

  /** @param {{amount: number}} priced */
  #isAgreed(priced) {
    return this.#agreed === undefined || this.#agreed === priced.amount;
  }

  /** @param {Kept} kept @returns {Promise<End | null>} null where a new token may try */
  async #payWith(kept) {
    this.shelf.write({...kept, sent: true});
    this.#sent = true;
    const request = {token: kept.token, paymentMethod: kept.paymentMethod};
    const answer = await this.#ask('paying', 'POST', '/pay', request);
    if (!isVerdict(answer)) {
      return refusal(answer);
    }
    this.shelf.clear();
    const end = await this.#endOf(answer);
    const another = kept.paymentMethod !== this.wish.paymentMethod;
    return another && (end?.outcome === 'declined' || end?.outcome === 'failed') ? null : end;
  }

  /** @param {Answer} answer @returns {Promise<End | null>} */
  async #endOf(answer) {
    const problem = answer.body;
    if (answer.status === 200) {
      return {outcome: 'paid', payment: answer.body};
    }
    switch (problem.code) {
      case 'PAYMENT_DECLINED':
        return {outcome: 'declined', problem};
      case 'GATEWAY_REFUSED':
      case 'GATEWAY_LOST':
        return {outcome: 'failed', problem};
      case 'OUT_OF_STOCK':
        return {outcome: 'sold-out', problem};
      case 'ORDER_CHANGED':
        return {...(await this.#readOrder()), outcome: 'order-changed', problem};
      case 'TOKEN_EXPIRED':
        return this.#tokens < MOST_TOKENS ? null : {outcome: 'rejected', problem};
      case 'ORDER_NOT_PAYABLE':
        return this.lookAtOrder();
      // this token was used otherwise, or is another user's: only the order knows what became of it
      case 'TOKEN_REUSED':
      case 'TOKEN_INVALID':
        return this.#startAgain(problem);
      default:
        return refusal(answer);
    }
  }

  /** @param {any} problem @returns {Promise<End | null>} */
  async #startAgain(problem) {
    const end = await this.lookAtOrder();
    if (end.outcome !== 'not-paid') {
      return end;
    }
    return this.#tokens < MOST_TOKENS ? null : {outcome: 'rejected', problem};
  }

  /** Where the order is, once nobody pays it. @returns {Promise<End>} */
  async lookAtOrder() {
    const end = await this.#readOrder();
    return end.order ? {...end, outcome: outcomeOf(end.order)} : end;
  }

  /** @returns {Promise<End>} with the order, or the refusal to show it */
  async #readOrder() {
    const answer = await this.#ask('checking', 'GET', `/orders/${encodeURIComponent(this.wish.orderId)}`);
    return answer.status === 200 ? {outcome: 'not-paid', order: answer.body} : refusal(answer);
  }

  /**
   * Repeats a request until its answer is final.
   *
   * @param {State['state']} step @param {string} method @param {string} path @param {object} [body]
   * @returns {Promise<Answer>}
   */
  async #ask(step, method, path, body) {
    let checks = 0;
    for (let attempt = 1; ; attempt++) {
      this.#report({state: checks > 0 ? 'checking' : step, attempt});
      const answer = await this.#send(method, path, body);
      const reason = unfinished(answer, method, path);
      if (!reason) {
        return answer;
      }
      if (reason !== 'open' && answer.retryAfterMs > LONGEST_RETRY_AFTER) {
        return {...answer, early: true};
      }
      if (reason === 'open') {
        await this.#waitForEnd(++checks, attempt, answer);
      } else {
        await this.#waitToRepeat(reason, attempt, answer);
      }
    }
  }

  /** @param {number} checks @param {number} attempt @param {Answer} answer */
  async #waitForEnd(checks, attempt, answer) {
    this.#bell ??= new Bell((path, headers) => this.#fetch('GET', path, undefined, headers), this.wish.orderId);
    const retryInMs = Math.max(growing(checks, LONGEST_CHECK), answer.retryAfterMs);
    this.#report({state: 'checking', attempt, retryInMs});
    await rest(retryInMs, this.signal, this.#bell);
  }

  /** @param {NonNullable<State['reason']>} reason @param {number} attempt @param {Answer} answer */
  async #waitToRepeat(reason, attempt, answer) {
    const least = answer.retryAfterMs;
    const retryInMs = least + growing(attempt, LONGEST_PAUSE);
    this.#report({state: 'waiting', attempt, retryInMs, reason});
    await rest(retryInMs, this.signal, null, least);
  }

  /** @param {Omit<State, 'sent'>} state */
  #report(state) {
    for (const listener of this.#listeners) {
      listener({...state, sent: this.#sent});
    }
  }

  /** @param {string} method @param {string} path @param {object} [body] @returns {Promise<Answer>} */
  async #send(method, path, body) {
    try {
      const response = await this.#fetch(method, path, body, {Accept: 'application/json, application/problem+json'},
          AbortSignal.timeout(ANSWER_WITHIN));
      const text = await response.text();
      return {status: response.status, body: parse(text), retryAfterMs: retryAfter(response)};
    } catch {
      this.signal.throwIfAborted();
      return {status: 0, body: null, retryAfterMs: 0};
    }
  }

  /**
   * @param {string} method @param {string} path @param {object | undefined} body @param {Record<string, string>} accepts
   * @param {AbortSignal} [limit]
   */
  async #fetch(method, path, body, accepts, limit) {
    const {authorization, baseUrl = ''} = this.wish;
    const signal = limit ? AbortSignal.any([this.signal, limit]) : this.signal;
    // a sign-in that is renewed may hang as the network does
    const given = typeof authorization === 'function' ? await unlessStopped(authorization(), signal) : authorization;
    /** @type {Record<string, string>} */
    const headers = {...accepts};
    if (given) {
      headers.Authorization = given;
    }
    if (body) {
      headers['Content-Type'] = 'application/json';
    }
    return fetch(baseUrl + path, {
      method,
      headers,
      body: body && JSON.stringify(body),
      cache: 'no-store',
      // a token is for this address alone
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      signal,
    });
  }
}

/**
 * Listens to the order's events where the server has them, and says that something has happened: what, is then asked.
 */
class Bell {
  /** @type {(() => void) | null} */
  #ring = null;
  #rung = false;
  #last = '';
  /** By the clock that nobody sets; 0 while it listens. */
  #silentSince = 0;

  /** @param {(path: string, headers: Record<string, string>) => Promise<Response>} fetch @param {string} orderId */
  constructor(fetch, orderId) {
    this.fetch = fetch;
    this.path = `/orders/${encodeURIComponent(orderId)}/events`;
    this.#listen();
  }

  /** @param {(() => void) | null} ring null while nobody waits */
  onRing(ring) {
    this.#ring = ring;
    if (ring && this.#rung) {
      this.#rung = false;
      ring();
    }
    if (ring && this.#silentSince && performance.now() - this.#silentSince > LONGEST_CHECK) {
      this.#silentSince = 0;
      this.#listen();
    }
  }

  async #listen() {
    try {
      const resume = this.#last ? {'Last-Event-ID': this.#last} : undefined;
      const response = await this.fetch(this.path, {Accept: 'text/event-stream', ...resume});
      if (response.ok && response.body && response.headers.get('Content-Type')?.startsWith('text/event-stream')) {
        await this.#read(response.body.pipeThrough(new TextDecoderStream()).getReader());
        this.#silentSince = performance.now();
      }
    } catch {
      // cut off, or stopped: the questions go on without a bell, and a later wait opens it again
      this.#silentSince = performance.now();
    }
  }

  /** @param {ReadableStreamDefaultReader<string>} reader */
  async #read(reader) {
    let unread = '';
    for (;;) {
      const {done, value} = await reader.read();
      if (done) {
        return;
      }
      const lines = (unread + value).split(/\r\n|\n|\r/);
      unread = lines.pop() ?? '';
      for (const line of lines) {
        if (line.startsWith('id:')) {
          this.#last = line.slice(3).trim();
        } else if (line.startsWith('data:')) {
          this.#rung = !this.#ring;
          this.#ring?.();
        }
      }
    }
  }
}

/**
 * Why an answer is not the end, or null if it is. By its code, not its status: a proxy on the way has statuses too.
 *
 * @param {Answer} answer @param {string} method @param {string} path
 * @returns {State['reason'] | 'open' | null}
 */
function unfinished({status, body}, method, path) {
  if (status === 0) {
    return globalThis.navigator?.onLine === false ? 'offline' : 'no-answer';
  }
  if (status < 300) {
    return success(status, body, method, path);
  }
  if (status === 401) {
    return null;
  }
  const code = body?.code;
  if (typeof code !== 'string') {
    return status >= 500 || status === 408 || status === 425 || status === 429 ? 'fault' : null;
  }
  if (code === 'PAYMENT_IN_PROGRESS') {
    return 'in-progress';
  }
  if (code === 'RATE_LIMITED' || code === 'OVERLOADED') {
    return 'busy';
  }
  return body.retryable === true ? 'fault' : null;
}

/** @param {number} status @param {any} body @param {string} method @param {string} path */
function success(status, body, method, path) {
  if (path === '/tokens') {
    return typeof body?.token === 'string' ? null : 'fault';
  }
  if (method === 'GET') {
    return body?.status === undefined ? 'fault' : body.status === 'PROCESSING' ? 'open' : null;
  }
  if (status === 200 && body?.status === 'SUCCEEDED') {
    return null;
  }
  return status === 202 ? 'open' : 'fault';
}

/** What is said of a token once and for all. With any other answer it is kept: it may have charged, or may yet. */
const VERDICTS = [
  'INVALID_REQUEST', 'TOKEN_INVALID', 'TOKEN_REUSED', 'TOKEN_EXPIRED', 'ORDER_NOT_PAYABLE', 'ORDER_CHANGED', 'OUT_OF_STOCK',
  'PAYMENT_DECLINED', 'GATEWAY_REFUSED', 'GATEWAY_LOST',
];

/** @param {Answer} answer */
function isVerdict(answer) {
  return !answer.early && (answer.status === 200 || VERDICTS.includes(answer.body?.code));
}

/** @param {Answer} answer @returns {End} a refusal that says nothing about the money */
function refusal({status, body, retryAfterMs, early}) {
  const problem = body ?? undefined;
  if (early) {
    return {outcome: 'limited', problem, retryAfterMs};
  }
  if (status === 401) {
    return {outcome: 'signed-out', problem};
  }
  switch (body?.code) {
    case 'NOT_FOUND':
      return {outcome: 'not-found', problem};
    case 'FORBIDDEN':
      return {outcome: 'forbidden', problem};
    default:
      return {outcome: 'rejected', problem};
  }
}

/** @param {any} order one that nobody is paying now @returns {Outcome} */
function outcomeOf(order) {
  switch (order.status) {
    case 'PAID':
    case 'PARTIALLY_REFUNDED':
    case 'REFUNDED':
      return 'paid';
    case 'PENDING':
    case 'PAYMENT_FAILED':
      return 'not-paid';
    case 'EXPIRED':
      return 'expired';
    case 'CANCELLED':
      return 'cancelled';
    default:
      return 'rejected';
  }
}

/** A pause that doubles, and of which half is chance, so that many do not come back at once. @param {number} turn @param {number} most */
function growing(turn, most) {
  const whole = Math.min(most, FIRST_PAUSE * 2 ** Math.min(turn - 1, 20));
  return whole / 2 + (Math.random() * whole) / 2;
}

/**
 * Waits; a bell, a network that is back or a machine that wakes up ends it early, but not before what the server named.
 *
 * @param {number} ms @param {AbortSignal} signal @param {Bell | null} bell @param {number} [least]
 * @returns {Promise<void>}
 */
function rest(ms, signal, bell, least = SHORTEST_PAUSE) {
  // the time of day may be set back meanwhile
  const earliest = performance.now() + Math.min(ms, Math.max(least, SHORTEST_PAUSE));
  const over = new AbortController();
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    let timer = setTimeout(resolve, ms);
    const wake = () => {
      clearTimeout(timer);
      timer = setTimeout(resolve, Math.max(0, earliest - performance.now()));
    };
    const until = {signal: over.signal};
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    }, until);
    bell?.onRing(wake);
    globalThis.addEventListener?.('online', wake, until);
    globalThis.document?.addEventListener('visibilitychange', () => document.hidden || wake(), until);
  }).finally(() => {
    over.abort();
    bell?.onRing(null);
  });
}

/**
 * Stops the waiting for a promise, not what it is a promise of.
 *
 * @template T @param {T | Promise<T>} promise @param {AbortSignal} signal @returns {Promise<T>}
 */
async function unlessStopped(promise, signal) {
  const over = new AbortController();
  /** @type {Promise<never>} */
  const stopped = new Promise((_, reject) => {
    signal.throwIfAborted();
    signal.addEventListener('abort', () => reject(signal.reason), {signal: over.signal});
  });
  try {
    return await Promise.race([promise, stopped]);
  } finally {
    over.abort();
  }
}

/** @param {Response} response seconds, or a date by the clock of whoever answers (RFC 9110, 10.2.3) */
function retryAfter(response) {
  const value = response.headers.get('Retry-After');
  if (!value) {
    return 0;
  }
  const now = Date.parse(response.headers.get('Date') ?? '') || Date.now();
  const wait = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isFinite(wait) ? Math.max(0, wait) : 0;
}

/** @param {string} text */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
