import { linkEnvelopes } from './reference/envelopes.ts';
import { repair } from './reference/repair.ts';
import { addSkip, showView } from './reference/view.ts';

// What Redoc leaves out. Its page changes while it is read, so the repairs follow every change.
addSkip();
linkEnvelopes();
let isPlanned = false;
const plan = (): void => {
  if (isPlanned) return;
  isPlanned = true;
  requestAnimationFrame(() => {
    isPlanned = false;
    repair();
    showView();
  });
};
new MutationObserver(plan).observe(document.body, { childList: true, subtree: true });
addEventListener('hashchange', plan);
addEventListener('popstate', plan);
plan();
