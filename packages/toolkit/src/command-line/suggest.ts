/** A hint at the known word that is nearest to a misspelt one, for example `did you mean backup?`; empty: none is near. */
export function didYouMean(word: string, known: readonly string[]): string {
  const [nearest] = known
    .map((candidate) => ({ candidate, edits: difference(word, candidate) }))
    .filter(({ candidate, edits }) => edits < candidate.length / 2)
    .sort((one, other) => one.edits - other.edits);
  return nearest ? `did you mean ${nearest.candidate}?` : '';
}

/** The number of characters between the common beginning and the common end. */
function difference(one: string, other: string): number {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start++;
  let end = 0;
  while (end < Math.min(one.length, other.length) - start && one.at(-1 - end) === other.at(-1 - end)) end++;
  return Math.max(one.length, other.length) - start - end;
}

/** The nearest known word, otherwise all of them: `expected one of backup, doctor`. */
export const expected = (word: string, known: readonly string[]): string =>
  didYouMean(word, known) || `expected ${known.length === 1 ? '' : 'one of '}${known.join(', ')}`;

/** A word in quotes if it is short and plain; otherwise empty, because a longer one may be a key in the wrong place. */
export const shown = (word: string): string => (/^[\w.-]{1,20}$/.test(word) ? `"${word}"` : '');

/** The end of a message about an invalid value; a value that may be a key is not repeated. */
export function got(text: string): string {
  if (text === '') return 'got an empty text';
  return `got ${shown(text) || 'a value that is not shown, because it may be a secret'}`;
}

/** The same for an option whose value is no secret; one that looks like a key or credentials in the wrong place is not repeated. */
export function gotPlain(text: string): string {
  const isPlain = /^[\x20-\x7e]{1,200}$/.test(text) && !/[\w-]{21}|[=@]/.test(text);
  return isPlain ? `got ${JSON.stringify(text)}` : got(text);
}
