import { button, element } from './elements.ts';
import { keep, kept } from './kept.ts';

/**
 * Makes tabs of each `[data-tabs]`: one panel at a time, the same choice in every group of that name, on every page. Without this
 * script all panels are there.
 */
export function addTabs(within: ParentNode): void {
  for (const place of within.querySelectorAll<HTMLElement>('[data-tabs]:not([data-ready])')) makeTabs(place);
  openTarget();
}

const ownPanels = (place: Element): HTMLElement[] =>
  [...place.children].filter((child): child is HTMLElement => child instanceof HTMLElement && 'tab' in child.dataset);

function makeTabs(place: HTMLElement): void {
  const group = place.dataset.tabs ?? '';
  const panels = ownPanels(place);
  place.dataset.ready = '';
  if (panels.length < 2) return;
  const list = element('div', { class: 'tabs', role: 'tablist', 'aria-label': place.dataset.label ?? group });
  for (const panel of panels) {
    const name = panel.dataset.tab ?? '';
    const label = panel.dataset.tabLabel ?? name;
    const heading = panel.querySelector<HTMLElement>(':scope > .tab-heading');
    if (heading) heading.hidden = true;
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-label', label);
    list.append(button(label, () => choose(group, name), { role: 'tab', 'data-choice': name }));
  }
  list.addEventListener('keydown', moveFocus);
  place.prepend(list);
  show(place, kept(`tab.${group}`) ?? '');
}

function choose(group: string, name: string): void {
  keep(`tab.${group}`, name);
  for (const place of document.querySelectorAll<HTMLElement>('[data-tabs]'))
    if (place.dataset.tabs === group) show(place, name);
}

/** Shows the panel of a name; the first one where there is none of that name. */
function show(place: HTMLElement, name: string): void {
  const panels = ownPanels(place);
  const chosen = panels.find((panel) => panel.dataset.tab === name) ?? panels[0];
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

/** Opens what hides the element that the address names. */
function openTarget(): void {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const panel = target?.closest<HTMLElement>('[data-tab]');
  const place = panel?.parentElement;
  if (panel?.hidden && place) show(place, panel.dataset.tab ?? '');
  for (let node = target?.parentElement; node; node = node.parentElement)
    if (node instanceof HTMLDetailsElement) node.open = true;
  if (target && location.hash.length > 1) target.scrollIntoView();
}
addEventListener('hashchange', openTarget);
