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

/** Characters that change how a reader sees the text around them, or that XML forbids. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\uFFFE\uFFFF]/gu;

/** A text may have any length; only the JSON form of a report has all of it. */
const LONGEST = 1000;

/**
 * A text on one line, without characters that act on a terminal or hide text: they are shown as `\u{1b}`. Reports repeat
 * texts of others.
 * @param longest most characters that are shown
 */
export function visible(text: string, longest: number = LONGEST): string {
  const rest = text.length - longest;
  const shown = rest > 0 ? `${text.slice(0, longest)}… and ${rest} more characters` : text;
  return shown.replace(UNSEEN, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}
