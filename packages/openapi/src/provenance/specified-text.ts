/** Matches `Assumed:` at the start of a sentence, but not an explanation of the word, such as `*Assumed:*`. */
const ASSUMED = /(?<=^|\s)Assumed: /;
/** This word marks the whole sentence that contains it. */
const MARK = '(assumed)';
const SENTENCE_END = /(?<=[.!?])\s+/;

/** Returns whether a description contains an assumption. */
export const hasAssumption = (text: string): boolean => ASSUMED.test(text) || text.includes(MARK);

/**
 * Returns a description without its assumptions. `Assumed:` applies to the end of its paragraph, or to the end of the list
 * or table that the paragraph introduces with a colon; `(assumed)` applies to its sentence. Empty sections are removed.
 * @param text Markdown
 */
export function specifiedText(text: string): string {
  const kept: string[] = [];
  let introduced = false;
  for (const paragraph of text.split(/\n{2,}/)) {
    const isAssumed = introduced && /^\s*[-|*\d]/.test(paragraph);
    introduced = ASSUMED.test(paragraph) && paragraph.trimEnd().endsWith(':');
    const rest = isAssumed ? '' : withoutAssumptions(paragraph);
    if (rest !== '') kept.push(rest);
  }
  return kept.filter((paragraph, index) => !isEmptySection(paragraph, kept[index + 1])).join('\n\n');
}

function withoutAssumptions(paragraph: string): string {
  const [specified = ''] = paragraph.split(ASSUMED);
  if (!specified.includes(MARK)) return specified.trim();
  return specified
    .split(SENTENCE_END)
    .filter((sentence) => !sentence.includes(MARK))
    .join(' ')
    .trim();
}

const isHeading = (paragraph: string | undefined): boolean => /^#+ [^\n]*$/.test(paragraph ?? '');

const isEmptySection = (paragraph: string, next: string | undefined): boolean =>
  isHeading(paragraph) && (next === undefined || isHeading(next));
