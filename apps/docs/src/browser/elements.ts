import { tokensOf } from '../markdown/tokens.ts';

type Child = Node | string;

/** Makes an element; texts become text, never markup. */
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

/** A button that does something. */
export function button(text: string, action: () => void, attributes: Record<string, string> = {}): HTMLButtonElement {
  const made = element('button', { type: 'button', ...attributes }, text);
  made.addEventListener('click', action);
  return made;
}

/** Code with its colours, as nodes. */
export const coloured = (text: string, language: string): Child[] =>
  tokensOf(text, language).map((token) =>
    token.kind ? element('span', { class: `t-${token.kind}` }, token.text) : token.text,
  );
