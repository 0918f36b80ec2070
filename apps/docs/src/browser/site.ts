import { addCopyButtons, addCopyMarkdown } from './copy.ts';
import { button } from './elements.ts';
import { addFilters } from './filters.ts';
import { followScrolling, showPlaceInMenu } from './scrolling.ts';
import { addSearch } from './search.ts';
import { addTabs } from './tabs.ts';
import { addThemeChoice } from './theme-choice.ts';

// Every page works without this script; it adds search, theme, copying, tabs, and the place in the contents.
const { root = './', search = '' } = document.currentScript?.dataset ?? {};
addSearch(root, search.split(' '));
addThemeChoice();
addTabs(document);
addShowAll(document);
addCopyButtons(document);
addCopyMarkdown();
followScrolling();
showPlaceInMenu();
addAges();
addFilters();

/** Says how long ago something was, beside its time: the page may be older than it looks. */
function addAges(): void {
  const format = new Intl.RelativeTimeFormat('en');
  for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-age]')) {
    const minutes = Math.round((Date.parse(time.dateTime) - Date.now()) / 60_000);
    if (Number.isNaN(minutes)) continue;
    const [amount, unit] =
      minutes > -90
        ? ([minutes, 'minute'] as const)
        : minutes > -2880
          ? ([Math.round(minutes / 60), 'hour'] as const)
          : ([Math.round(minutes / 1440), 'day'] as const);
    time.after(` (${format.format(amount, unit)})`);
  }
}

/** Adds a button to each block of JSON that shows two items of a longer list: it shows all of them. */
function addShowAll(within: ParentNode): void {
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
