import { visible } from './visible.ts';

/** Markup of HTML or XML, safe to be put into other markup. */
export interface Markup {
  readonly markup: string;
}

type Part = Markup | readonly Markup[] | string | number;

/** A template for markup: a text that is put into it is escaped, whatever it holds. */
export function markup(fixed: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return { markup: fixed.map((text, index) => `${text}${markupOf(parts[index] ?? '')}`).join('') };
}

/** A whole text with its line breaks, for a `pre`: escaped, and neither cut nor changed otherwise. */
export const verbatim = (text: string): Markup => ({ markup: escaped(text) });

function markupOf(part: Part): string {
  if (typeof part === 'number') return String(part);
  if (typeof part === 'string') return escaped(visible(part));
  return 'markup' in part ? part.markup : part.map((one) => one.markup).join('');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
