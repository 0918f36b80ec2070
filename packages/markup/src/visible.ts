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
