import type { createSearch, Found, SearchEntry } from '../search/find.ts';
import { button, element } from './elements.ts';

declare global {
  interface Window {
    /** Set by the scripts of the search, which are loaded when it is opened first. */
    searchIndex?: SearchEntry[];
    createSearch?: typeof createSearch;
  }
}

const HINT = 'An operation, a field, a status, a word.';

/**
 * Adds the button that opens the search.
 * @param scripts paths within the site: the index, and what searches it
 */
export function addSearch(root: string, scripts: readonly string[]): void {
  const input = element('input', { type: 'search', 'aria-label': 'Search for', autocomplete: 'off' });
  const results = element('ul', { class: 'results', 'aria-label': 'Results' });
  const state = element('p', { role: 'status' }, HINT);
  const dialog = element(
    'dialog',
    { 'aria-label': 'Search', class: 'search' },
    input,
    ' ',
    button('Close', () => dialog.close()),
    state,
    results,
  );
  let find: (text: string) => Found[] = () => [];
  input.addEventListener('input', () => show(root, input.value, find(input.value), results, state));
  dialog.addEventListener('keydown', (event) => move(event, input, results));
  results.addEventListener('click', () => dialog.close());
  const open = async () => {
    dialog.showModal();
    input.focus();
    find = await loadSearch(root, scripts);
    // What was typed meanwhile.
    if (input.value) show(root, input.value, find(input.value), results, state);
  };
  const opener = button('Search', open, { class: 'search', 'aria-keyshortcuts': 'Control+K' });
  opener.append(element('kbd', { 'aria-hidden': 'true' }, 'Ctrl K'));
  document.querySelector('.tools')?.append(opener);
  document.body.append(dialog);
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

/** Arrows go through the results and back to the input; Enter in the input opens the first result. */
function move(event: KeyboardEvent, input: HTMLInputElement, results: HTMLElement): void {
  const links = [...results.querySelectorAll('a')];
  const at = links.indexOf(document.activeElement as HTMLAnchorElement);
  if (event.key === 'Enter' && document.activeElement === input) links[0]?.click();
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  event.preventDefault();
  const next = links[at + (event.key === 'ArrowDown' ? 1 : -1)];
  if (next) next.focus();
  else if (event.key === 'ArrowUp') input.focus();
}

let prepared: ((text: string) => Found[]) | undefined;

async function loadSearch(root: string, scripts: readonly string[]): Promise<(text: string) => Found[]> {
  if (prepared) return prepared;
  await Promise.all(scripts.map((path) => loadScript(root + path)));
  prepared = window.createSearch?.(window.searchIndex ?? []);
  return prepared ?? (() => []);
}

function loadScript(src: string): Promise<void> {
  const script = element('script', { src });
  document.head.append(script);
  return new Promise((resolve) => {
    script.onload = () => resolve();
    script.onerror = () => resolve();
  });
}

function show(root: string, text: string, found: readonly Found[], results: HTMLElement, state: HTMLElement): void {
  results.replaceChildren(...found.map((one) => element('li', {}, resultOf(root, one))));
  const none = 'Nothing found. Try fewer words, or the name of a field or an operation.';
  state.textContent = text.trim() === '' ? HINT : found.length === 0 ? none : `${found.length} found`;
}

const resultOf = (root: string, { title, path, kind, context }: Found): HTMLElement =>
  element(
    'a',
    { href: root + path },
    element('strong', {}, title),
    ...(kind ? [' ', element('small', {}, kind)] : []),
    ...(context ? [element('span', { class: 'context' }, context)] : []),
  );
