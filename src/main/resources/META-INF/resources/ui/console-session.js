// @ts-check
/**
 * Who looks at the console: whoever is signed in in this tab. The sandbox's operator has a place of its own, so that the
 * buyer who is signed in beside it stays so.
 */

import {call, session, signInToSandbox, signOut as forget} from './session.js';

const KEY = 'payonce.operator';
const NAME = 'olga';

export function operator() {
  return session(KEY) ?? session();
}

export function signIn() {
  return signInToSandbox(NAME, ['operator'], KEY);
}

export function signOut() {
  forget(session(KEY) ? KEY : undefined);
}

export function authorization() {
  const who = operator();
  return /** @type {Record<string, string>} */ (who ? {Authorization: who.authorization} : {});
}

/**
 * A call as the operator. Who turns out not to be one is told so by the event `refused`.
 *
 * @param {string} method @param {string} path @param {AbortSignal} [signal]
 * @returns {Promise<{status: number, body: any}>} status 0 without an answer
 */
export async function ask(method, path, signal) {
  const limit = AbortSignal.timeout(15_000);
  const answer = await call(method, path, {headers: authorization(), signal: signal ? AbortSignal.any([signal, limit]) : limit})
    .catch(() => ({status: 0, body: null}));
  if ([401, 403].includes(answer.status) && !signal?.aborted) {
    document.querySelector('#console')?.dispatchEvent(new Event('refused'));
  }
  return answer;
}
