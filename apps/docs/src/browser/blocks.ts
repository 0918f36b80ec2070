import { button } from './elements.ts';

/** Adds a button to each block of JSON that shows two items of a longer list: it shows all of them. */
export function addShowAll(within: ParentNode): void {
  for (const block of within.querySelectorAll<HTMLElement>('.block:has(.rest)')) {
    const more = button('Show all', () => {
      const isWhole = block.classList.toggle('whole');
      more.textContent = isWhole ? 'Show less' : 'Show all';
      more.setAttribute('aria-expanded', String(isWhole));
    });
    more.className = 'show-all';
    more.setAttribute('aria-expanded', 'false');
    block.after(more);
  }
}
