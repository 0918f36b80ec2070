import { button, element, keep, kept } from './elements.ts';

/**
 * Shows one panel of each `[data-tabs]` element at a time. Groups with the same name show the same panel on every page. Without
 * this script, all panels are visible.
 */
export function addTabs(within: ParentNode): void {
  for (const place of within.querySelectorAll<HTMLElement>('[data-tabs]')) makeTabs(place);
}

const panelsOf = (place: Element): HTMLElement[] =>
  [...place.children].filter((child): child is HTMLElement => child instanceof HTMLElement && 'tab' in child.dataset);

function makeTabs(place: HTMLElement): void {
  const { tabs: group = '', label = group } = place.dataset;
  const panels = panelsOf(place);
  place.dataset.ready = '';
  if (panels.length < 2) return;
  const list = element('div', { class: 'tabs', role: 'tablist', 'aria-label': label });
  for (const panel of panels) {
    const { tab = '', tabLabel = tab } = panel.dataset;
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-label', tabLabel);
    list.append(button(tabLabel, () => choose(group, tab), { role: 'tab', 'data-choice': tab }));
  }
  list.addEventListener('keydown', moveFocus);
  place.prepend(list);
  show(place, kept(`tab.${group}`));
}

function choose(group: string, name: string): void {
  keep(`tab.${group}`, name);
  for (const place of document.querySelectorAll<HTMLElement>('[data-tabs]'))
    if (place.dataset.tabs === group) show(place, name);
}

/** Shows the panel with the given name, or the first panel if there is no such panel. */
function show(place: HTMLElement, name: string | undefined): void {
  const panels = panelsOf(place);
  const chosen = panels.find(({ dataset }) => dataset.tab === name) ?? panels[0];
  for (const panel of panels) panel.hidden = panel !== chosen;
  for (const tab of place.querySelectorAll<HTMLButtonElement>(':scope > .tabs > [role=tab]')) {
    const isChosen = tab.dataset.choice === chosen?.dataset.tab;
    tab.setAttribute('aria-selected', String(isChosen));
    tab.tabIndex = isChosen ? 0 : -1;
  }
}

function moveFocus({ key, currentTarget }: KeyboardEvent): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
  if (step === undefined || !(currentTarget instanceof Element)) return;
  const tabs = [...currentTarget.querySelectorAll<HTMLButtonElement>('[role=tab]')];
  const next = tabs.at((tabs.findIndex(({ tabIndex }) => tabIndex === 0) + step) % tabs.length);
  next?.click();
  next?.focus();
}

/** Opens the panel and the details that contain the target of the URL fragment. */
export function openTarget(): void {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const panel = target?.closest<HTMLElement>('[data-tab]');
  if (panel?.hidden && panel.parentElement) show(panel.parentElement, panel.dataset.tab);
  for (let node: Element | null | undefined = target; node; node = node.parentElement)
    if (node instanceof HTMLDetailsElement) node.open = true;
  target?.scrollIntoView();
}
