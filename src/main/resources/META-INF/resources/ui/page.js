// @ts-check
/** What every page has: the switches for language and colours. The server reads the cookies (class Look). */

const YEAR = 365 * 24 * 60 * 60;

/** @param {string} name @param {string} value */
function remember(name, value) {
  document.cookie = `${name}=${value}; path=/; max-age=${YEAR}; samesite=lax`;
}

function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
}

/** @type {NodeListOf<HTMLButtonElement>} */
const languages = document.querySelectorAll('button[data-language]');
const current = document.documentElement.lang.slice(0, 2);
for (const button of languages) {
  const language = String(button.dataset.language);
  button.setAttribute('aria-pressed', String(language === current));
  button.addEventListener('click', () => {
    if (language !== current) {
      remember('payonce-language', language);
      location.reload();
    }
  });
}

const dark = document.querySelector('button[data-theme-switch]');
function showTheme() {
  dark?.setAttribute('aria-pressed', String(isDark()));
}
dark?.addEventListener('click', () => {
  const theme = isDark() ? 'light' : 'dark';
  document.documentElement.dataset.theme = theme;
  remember('payonce-theme', theme);
  showTheme();
});
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', showTheme);
showTheme();
