import { addAges } from './age.ts';
import { addShowAll } from './blocks.ts';
import { addCopyButtons } from './elements.ts';
import { addFilters } from './filters.ts';
import { followScrolling } from './scrolling.ts';
import { addSearch } from './search.ts';
import { addTabs } from './tabs.ts';
import { addThemeChoice } from './theme-choice.ts';

// Every page works without this script; it adds search, theme, copying, tabs, and the place in the contents.
const root = document.currentScript?.dataset.root ?? './';
addSearch(root);
addThemeChoice();
addTabs(document);
addShowAll(document);
addCopyButtons(document);
followScrolling();
addAges();
addFilters();
