import { followScrolling, showPlaceInMenu } from './contents.ts';
import { addCopyButtons } from './copy.ts';
import { addSearch } from './search.ts';
import { addTabs, openTarget } from './tabs.ts';
import { addThemeChoice } from './theme.ts';

// Pages also work without this script, which adds the search, the theme button, the copy buttons and the tabs.
const { root = './', search = '' } = document.currentScript?.dataset ?? {};
addSearch(root, search.split(' '));
addThemeChoice();
addTabs(document);
addCopyButtons(document);
followScrolling();
showPlaceInMenu();
addEventListener('hashchange', openTarget);
if (location.hash.length > 1) openTarget();
