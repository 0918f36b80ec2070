import { element } from './elements.ts';

/**
 * Fills each `[data-filters]` with a field for a text and a choice for each attribute that it names; `[data-item]` elements that do
 * not fit are hidden. An item may have several values of an attribute, with spaces between them. Elements with the same
 * `data-item` show the same thing, and count as one.
 */
export function addFilters(): void {
  for (const place of document.querySelectorAll<HTMLElement>('[data-filters]')) {
    const items = [...document.querySelectorAll<HTMLElement>('[data-item]')];
    const text = element('input', { type: 'search', autocomplete: 'off' });
    const state = element('p', { role: 'status', class: 'type' });
    const names = (place.dataset.filters ?? '').split(' ').filter(Boolean);
    const choices = names.map((name) => ({ name, select: choiceOf(name, items) }));
    const update = (): void => {
      const wanted = text.value.trim().toLowerCase();
      for (const item of items) {
        const fits = choices.every(({ name, select }) => !select.value || valuesOf(item, name).includes(select.value));
        item.hidden = !fits || !(item.textContent ?? '').toLowerCase().includes(wanted);
      }
      const shown = countOf(items.filter(({ hidden }) => !hidden));
      const all = countOf(items);
      state.textContent = shown === all ? '' : `${shown} of ${all} shown`;
    };
    place.append(
      element('label', {}, 'Filter', text),
      ...choices.map(({ name, select }) => element('label', {}, `${name[0]?.toUpperCase()}${name.slice(1)}`, select)),
      state,
    );
    place.addEventListener('input', update);
  }
}

const countOf = (items: readonly HTMLElement[]): number => new Set(items.map(({ dataset }) => dataset.item)).size;

const valuesOf = (item: HTMLElement, name: string): string[] => (item.dataset[name] ?? '').split(' ').filter(Boolean);

function choiceOf(name: string, items: readonly HTMLElement[]): HTMLSelectElement {
  const values = [...new Set(items.flatMap((item) => valuesOf(item, name)))];
  const select = element('select', {}, element('option', { value: '' }, 'all'));
  for (const value of values) select.append(element('option', { value }, value));
  return select;
}
