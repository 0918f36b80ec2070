import { button, element } from './elements.ts';

declare global {
  interface Window {
    /** Set by assets/search-index.js, which is loaded when the search is opened first. */
    searchIndex?: Entry[];
  }
}

/** Adds the button that opens the search. */
export function addSearch(root: string): void {
  const input = element('input', { type: 'search', 'aria-label': 'Search for', autocomplete: 'off' });
  const results = element('ul', { class: 'results', 'aria-label': 'Results' });
  const state = element('p', { role: 'status' }, 'An operation, a status, a word.');
  const dialog = element(
    'dialog',
    { 'aria-label': 'Search', class: 'search' },
    input,
    ' ',
    button('Close', () => dialog.close()),
    state,
    results,
  );
  input.addEventListener('input', () => show(root, input.value, results, state));
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') results.querySelector('a')?.click();
  });
  results.addEventListener('click', () => dialog.close());
  const open = async () => {
    await loadIndex(root);
    dialog.showModal();
    input.focus();
  };
  document.querySelector('header.site')?.append(button('Search', open, { class: 'search' }), dialog);
  addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'k' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        event.stopImmediatePropagation();
        void open();
      }
    },
    true,
  );
}

function loadIndex(root: string): Promise<void> {
  if (window.searchIndex) return Promise.resolve();
  const script = element('script', { src: `${root}assets/search-index.js` });
  document.head.append(script);
  return new Promise((resolve) => {
    script.onload = () => resolve();
    script.onerror = () => resolve();
  });
}

function show(root: string, text: string, results: HTMLElement, state: HTMLElement): void {
  const found = find(window.searchIndex ?? [], text);
  results.replaceChildren(
    ...found.map(({ title, path }) => element('li', {}, element('a', { href: root + path }, title))),
  );
  state.textContent = text.trim() === '' ? 'An operation, a status, a word.' : `${found.length} found`;
}

/** A place that the search finds. */
interface Entry {
  title: string;
  path: string;
  keywords: string[];
  text: string;
}

const MOST = 12;

/** The entries that a text leads to, the best first: a keyword, the begin of one, the title, then any text. */
function find(entries: readonly Entry[], text: string): Entry[] {
  const words = text.toLowerCase().trim().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return entries
    .map((entry) => ({
      entry,
      score: words.map((word) => score(entry, word)).reduce((sum, one) => (one === 0 || sum === 0 ? 0 : sum + one)),
    }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST)
    .map(({ entry }) => entry);
}

function score({ title, keywords, text }: Entry, word: string): number {
  const known = keywords.map((keyword) => keyword.toLowerCase());
  if (known.includes(word)) return 8;
  if (known.some((keyword) => keyword.startsWith(word))) return 4;
  if (title.toLowerCase().includes(word)) return 2;
  return text.toLowerCase().includes(word) ? 1 : 0;
}
