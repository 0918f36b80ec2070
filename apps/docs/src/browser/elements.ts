import { tokensOf } from '../markdown/tokens.ts';

type Child = Node | string;

/** Creates an element. Strings become text nodes, never markup. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** Creates a button that runs an action when it is clicked. */
export function button(text: string, action: () => void, attributes: Record<string, string> = {}): HTMLButtonElement {
  const made = element('button', { type: 'button', ...attributes }, text);
  made.addEventListener('click', action);
  return made;
}

/** Creates a select element. */
export const select = (
  options: readonly (readonly [value: string, text: string])[],
  attributes = {},
): HTMLSelectElement =>
  element('select', attributes, ...options.map(([value, text]) => element('option', { value }, text)));

/** Returns highlighted code as nodes. */
export const coloured = (text: string, language: string): Child[] =>
  tokensOf(text, language).map(({ kind, text: part }) => (kind ? element('span', { class: `t-${kind}` }, part) : part));

/** Returns a choice that the reader made on any page, or undefined if the browser has not stored it. */
export function kept(name: string): string | undefined {
  try {
    return localStorage.getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores a reader's choice for all pages. */
export function keep(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // Without storage, each page starts with the default choice.
  }
}
