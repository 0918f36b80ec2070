import { init } from 'redoc';

const data = document.getElementById('page-data')?.textContent ?? '{}';
// Links to an earlier version of this page use other fragments.
if (location.hash.startsWith('#section/')) location.replace(location.hash.replace('#', '#/'));
init(
  JSON.parse(data),
  { hideDownloadButtons: true, jsonSamplesExpandLevel: 'all', disableTelemetry: true },
  document.getElementById('redoc'),
);

// Redoc changes its elements while a reader uses the page, so every change triggers the repairs again.
let isPlanned = false;
const plan = (): void => {
  if (isPlanned) return;
  isPlanned = true;
  requestAnimationFrame(() => {
    isPlanned = false;
    repair();
  });
};
new MutationObserver(plan).observe(document.body, { childList: true, subtree: true });

/** Adds the names, roles and levels that assistive technology requires. Every repair is idempotent. */
function repair(): void {
  set('.menu-content', { role: 'navigation', 'aria-label': 'Reference' });
  set('[data-section-id] h4[data-component-name="Typography/H4"]', { role: 'heading', 'aria-level': '3' });
  set('[data-section-id] h5', { role: 'heading', 'aria-level': '4' });
  // Redoc renders an open menu outside all other elements.
  set('body > div:not(#redoc):has([role=menu]):not(:has(main))', { role: 'region', 'aria-label': 'Choices' });
  // Without the attribute, the text of the button is its accessible name.
  for (const menu of document.querySelectorAll('button[aria-label="Example"]')) menu.removeAttribute('aria-label');
}

function set(selector: string, attributes: Record<string, string>): void {
  for (const node of document.querySelectorAll(selector))
    for (const [name, value] of Object.entries(attributes))
      if (node.getAttribute(name) !== value) node.setAttribute(name, value);
}

// Following the link would change the fragment, which Redoc uses for navigation.
document.querySelector('.skip')?.addEventListener('click', (event) => {
  event.preventDefault();
  const path = decodeURIComponent(location.hash.slice(1));
  const section = path.length > 1 ? document.querySelector(`[data-section-id="${CSS.escape(path)}"]`) : null;
  const target = section ?? document.querySelector('#redoc main');
  if (!(target instanceof HTMLElement)) return;
  target.tabIndex = -1;
  target.focus();
});
