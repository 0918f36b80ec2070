import { addAges } from './age.ts';
import { addShowAll } from './blocks.ts';
import { addCopyMarkdown } from './copy-markdown.ts';
import { addCopyButtons } from './elements.ts';
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
