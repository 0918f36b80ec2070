/** HTML or XML markup that is safe to insert into other markup. */
export interface Markup {
  readonly markup: string;
}

type Part = Markup | readonly Markup[] | string | number;

/** Creates markup from a template and escapes every inserted string. */
export function markup(fixed: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return { markup: fixed.map((text, index) => `${text}${markupOf(parts[index] ?? '')}`).join('') };
}

/** Returns a complete string with its line breaks, for a `pre`. The string is escaped but not shortened. */
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

/** Characters that change the appearance of the surrounding text, or that XML forbids. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\uFFFE\uFFFF]/gu;

/** Maximum number of characters that are shown. Only the JSON report contains longer strings. */
const LONGEST = 1000;

/**
 * Returns a string on one line. Characters that control a terminal or hide text are shown as codes, such as `\u{1b}`, because
 * reports contain strings from other sources.
 * @param longest maximum number of characters that are shown
 */
export function visible(text: string, longest: number = LONGEST): string {
  const rest = text.length - longest;
  const shown = rest > 0 ? `${text.slice(0, longest)}… and ${rest} more characters` : text;
  return shown.replace(UNSEEN, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}
