// @ts-check
/** The console: which part of it is shown, and for whom. The address after the # says what is looked at. */

import {operator, signIn, signOut} from './console-session.js';
import {follow} from './console-live.js';
import {showLists} from './console-lists.js';
import {showOrder} from './console-order.js';
import {instant, say} from './console-words.js';
import {fill, part, show} from './dom.js';

const root = part(document, '#console');
const VIEWS = ['overview', 'orders', 'payments', 'recovery', 'dead-letters', 'deliveries', 'audit'];
/** What a view shows is forgotten by whoever leaves it. */
let leaving = new AbortController();
let first = true;

/** @returns {{view: string, id: string, query: URLSearchParams}} */
function route() {
  const [path, query] = location.hash.replace(/^#\/?/, '').split('?');
  const [view, id] = path.split('/');
  const known = VIEWS.includes(view) ? view : 'overview';
  return {view: known === 'orders' && id ? 'order' : known, id: decoded(id ?? ''), query: new URLSearchParams(query)};
}

/** @param {string} text of an address that anybody may have written */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function showRoute() {
  leaving.abort();
  leaving = new AbortController();
  const {view, id, query} = route();
  const came = !first;
  show(root, '[data-toast]', false);
  showView(view);
  if (view === 'order') {
    showOrder(id, leaving.signal, came);
  } else if (view !== 'overview') {
    showLists(view, query, leaving.signal);
  }
}

/** @param {string} view */
function showView(view) {
  for (const section of root.querySelectorAll('[data-view]')) {
    section.hidden = section.dataset.view !== view;
  }
  root.dataset.state = view;
  for (const tab of root.querySelectorAll('[data-tab]')) {
    const current = tab.dataset.tab === (view === 'order' ? 'orders' : view);
    current ? tab.setAttribute('aria-current', 'page') : tab.removeAttribute('aria-current');
  }
  const heading = part(root, `[data-view="${view}"] h2`);
  document.title = `${heading.textContent.trim()} · payonce`;
  show(root, '[data-nav]', view !== 'refused');
  show(root, '[data-utc]', !['refused', 'overview'].includes(view));
  if (!first) {
    scrollTo({top: 0});
    heading.focus({preventScroll: true});
  }
  first = false;
}

/** Nothing that was read stays on the page. */
function refuse() {
  leaving.abort();
  for (const list of root.querySelectorAll('[data-list]')) {
    list.replaceChildren();
  }
  const who = operator()?.user ?? '';
  fill(root, {who});
  show(root, '[data-nobody]', !who);
  show(root, '[data-other]', Boolean(who));
  show(root, '[data-pulse], [data-order]', false);
  show(root, '[data-who]', Boolean(who));
  showView('refused');
}

/** @param {import('./console-live.js').Pulse} pulse @param {string} [at] */
function beat(pulse, at) {
  const place = part(root, '[data-pulse]');
  place.hidden = false;
  place.dataset.pulse = pulse;
  fill(place, {pulse: say(pulse)});
  if (at) {
    instant(part(place, 'time'), at, 'time');
  }
}

function enter() {
  const who = operator()?.user ?? '';
  if (!operator()) {
    refuse();
    return;
  }
  fill(root, {who});
  show(root, '[data-who]', true);
  beat('connecting');
  showRoute();
  follow(root, beat, refuse);
}

root.addEventListener('refused', refuse);
addEventListener('hashchange', () => root.dataset.state === 'refused' || showRoute());
part(root, '[data-sign-out]').addEventListener('click', () => {
  signOut();
  refuse();
  location.reload();
});
root.querySelector('[data-sign-in]')?.addEventListener('click', () => {
  show(root, '[data-sign-in-trouble]', false);
  signIn().then(enter, () => show(root, '[data-sign-in-trouble]', true));
});
addEventListener('pageshow', (event) => event.persisted && location.reload());
enter();
