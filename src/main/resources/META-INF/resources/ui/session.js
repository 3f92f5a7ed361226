// @ts-check
/**
 * Who is signed in, in this tab: the bearer token in sessionStorage, where a sign-in page of this origin puts it as
 * `{"authorization": "Bearer ...", "user": "..."}`. It never goes into a URL or a cookie.
 */

const KEY = 'payonce.session';

/** @param {string} [key] @returns {{authorization: string, user: string} | null} */
export function session(key = KEY) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return typeof kept?.authorization === 'string' ? kept : null;
  } catch {
    return null;
  }
}

/** @param {string} [key] */
export function signOut(key = KEY) {
  sessionStorage.removeItem(key);
}

/**
 * The sandbox signs in anyone; elsewhere there is no such path.
 *
 * @param {string} user @param {string[]} roles @param {string} [key] where it is kept
 */
export async function signInToSandbox(user, roles, key = KEY) {
  const response = await fetch('/sandbox/login', {
    method: 'POST',
    headers: {'Content-Type': 'application/json'},
    body: JSON.stringify({user, roles}),
  });
  if (!response.ok) {
    throw new Error(`the sandbox does not sign in: ${response.status}`);
  }
  const {accessToken} = await response.json();
  sessionStorage.setItem(key, JSON.stringify({authorization: `Bearer ${accessToken}`, user}));
}

/**
 * A call as whoever is signed in. Fails only without an answer.
 *
 * @param {string} method @param {string} path @param {{body?: object, headers?: Record<string, string>, signal?: AbortSignal}} [more]
 * @returns {Promise<{status: number, body: any}>}
 */
export async function call(method, path, {body, headers = {}, signal} = {}) {
  const signedIn = session();
  const response = await fetch(path, {
    method,
    headers: {
      Accept: 'application/json, application/problem+json',
      ...(body && {'Content-Type': 'application/json'}),
      ...(signedIn && {Authorization: signedIn.authorization}),
      ...headers,
    },
    body: body && JSON.stringify(body),
    cache: 'no-store',
    signal: signal ?? AbortSignal.timeout(15_000),
  });
  // an answer that is cut off, or not waited for to its end, is none
  return {status: response.status, body: parsed(await response.text())};
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
