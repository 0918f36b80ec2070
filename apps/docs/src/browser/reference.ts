import { oncePerFrame } from './scrolling.ts';

// What Redoc leaves out. Its page changes while it is read, so the repairs follow every change.
addSkip();
linkEnvelopes();
const plan = oncePerFrame(() => {
  repair();
  showView();
});
new MutationObserver(plan).observe(document.body, { childList: true, subtree: true });
addEventListener('hashchange', plan);
addEventListener('popstate', plan);
plan();

const ENVELOPE = '[data-component-name="Segmented/Segmented"] [role=tab]';
/** Redoc keeps the items of an open menu outside the panel. */
const ITEM = '[role=menuitem]';
const MENU = '.panel-response-samples button[aria-haspopup=menu]';

const textOf = (node: Element | null): string => node?.textContent?.trim() ?? '';

/** Chooses the example when the reader chooses an envelope of the schema, and the other way round. */
function linkEnvelopes(): void {
  document.addEventListener(
    'click',
    ({ target, isTrusted }) => {
      if (!isTrusted || !(target instanceof Element)) return;
      const envelope = target.closest(ENVELOPE);
      const item = target.closest(ITEM);
      if (envelope) chooseExample(sectionOf(envelope), textOf(envelope));
      else if (item) chooseEnvelope(sectionOf(document.querySelector(`${MENU}[aria-expanded=true]`)), textOf(item));
    },
    true,
  );
}

const sectionOf = (node: Element | null): Element | null => node?.closest('[data-section-id^="/"]') ?? null;

const named = (nodes: Iterable<HTMLElement>, name: string): HTMLElement | undefined =>
  [...nodes].find((node) => textOf(node) === name);

const chooseEnvelope = (section: Element | null, name: string): void =>
  named(section?.querySelectorAll<HTMLElement>(ENVELOPE) ?? [], name)?.click();

function chooseExample(section: Element | null, name: string): void {
  const menu = section?.querySelector<HTMLElement>(MENU);
  if (!menu || textOf(menu) === name) return;
  menu.click();
  // The menu appears within the next frames.
  const choose = (frames: number): void => {
    const item = named(document.querySelectorAll<HTMLElement>(ITEM), name);
    if (item) item.click();
    else if (frames > 0) requestAnimationFrame(() => choose(frames - 1));
  };
  choose(30);
}

/** Names, roles and levels that assistive technology needs and Redoc does not give. Each repair may run any number of times. */
function repair(): void {
  set('.menu-content', { role: 'navigation', 'aria-label': 'Reference' });
  set('[data-section-id] h4[data-component-name="Typography/H4"]', { role: 'heading', 'aria-level': '3' });
  set('[data-section-id] h5', { role: 'heading', 'aria-level': '4' });
  // An open menu stands outside of everything else.
  set('body > div:not(#redoc):has([role=menu]):not(:has(main))', { role: 'region', 'aria-label': 'Choices' });
  for (const menu of document.querySelectorAll('button[aria-label="Example"]')) {
    const label = `Example ${menu.textContent?.trim()}`;
    if (menu.getAttribute('data-label') !== label) {
      menu.setAttribute('data-label', label);
      menu.removeAttribute('aria-label');
    }
  }
}

function set(selector: string, attributes: Record<string, string>): void {
  for (const node of document.querySelectorAll(selector)) {
    for (const [name, value] of Object.entries(attributes))
      if (node.getAttribute(name) !== value) node.setAttribute(name, value);
  }
}

/** The section that the address names, if it is there. */
const currentSection = (): HTMLElement | null => {
  const path = decodeURIComponent(location.hash.slice(1));
  return path.length > 1 ? document.querySelector(`[data-section-id="${CSS.escape(path)}"]`) : null;
};

/** Gives each view its title and its heading. */
function showView(): void {
  const heading = document.querySelector('#reference-title');
  const name = currentSection()?.querySelector('h2')?.textContent?.trim();
  const text = name ? `Reference: ${name}` : 'Reference';
  if (heading && heading.textContent !== text) heading.textContent = text;
  const site = document.querySelector('.home')?.textContent ?? '';
  const title = `${text} · ${site}`;
  if (document.title !== title) document.title = title;
}

/** The way past the menu. A link would change the address, which Redoc would read as another view. */
function addSkip(): void {
  document.querySelector('.skip')?.addEventListener('click', (event) => {
    event.preventDefault();
    const target = currentSection() ?? document.querySelector<HTMLElement>('main');
    target?.setAttribute('tabindex', '-1');
    target?.focus();
  });
}
