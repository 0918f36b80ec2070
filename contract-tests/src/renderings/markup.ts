import { visible } from './visible.ts';

/** Markup of HTML or XML, safe to be put into other markup. */
export interface Markup {
  readonly markup: string;
}

type Part = Markup | readonly Markup[] | string | number;

/** Text becomes markup that shows it: whatever stands in it, it is no markup of its own. */
export function markup(fixed: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return { markup: fixed.map((text, index) => `${text}${written(parts[index] ?? '')}`).join('') };
}

function written(part: Part): string {
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
