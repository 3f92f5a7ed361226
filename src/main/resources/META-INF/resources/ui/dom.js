// @ts-check
/** Puts values into a page as text, never as markup. The words are the server's (message bundles). */

/**
 * A part of the page that must be there.
 *
 * @param {ParentNode} root @param {string} selector @returns {any}
 */
export function part(root, selector) {
  const found = root.querySelector(selector);
  if (!found) {
    throw new Error(`the page has no ${selector}`);
  }
  return found;
}

/**
 * Fills in `[name]` where an element says so in `data-text`, and whole elements by `data-slot`.
 *
 * @param {ParentNode} root @param {Record<string, string | number>} values
 */
export function fill(root, values) {
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll('[data-slot], [data-text]'))) {
    const text = element.dataset.text;
    const slot = element.dataset.slot ?? '';
    if (text !== undefined) {
      const names = [...text.matchAll(/\[(\w+)]/g)].map((name) => name[1]);
      if (names.every((name) => name in values)) {
        element.textContent = text.replace(/\[(\w+)]/g, (_, name) => String(values[name]));
      }
    } else if (slot in values) {
      element.textContent = String(values[slot]);
    }
  }
}

/** @param {ParentNode} root @param {string} selector a template @returns {DocumentFragment} */
export function copy(root, selector) {
  return /** @type {DocumentFragment} */ (part(root, selector).content.cloneNode(true));
}

/** What a refusal is called, in the page's language where the page has the words. @param {any} problem the answer's body */
export function titleOf(problem) {
  const word = document.querySelector(`[data-words="problem"] [data-key="${CSS.escape(String(problem?.code))}"]`);
  return word?.textContent ?? problem?.title ?? '';
}

/** @param {ParentNode} root @param {string} selector @param {boolean} shown */
export function show(root, selector, shown) {
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(selector))) {
    element.hidden = !shown;
  }
}
