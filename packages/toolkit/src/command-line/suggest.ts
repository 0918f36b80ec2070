/** Returns a hint with the known word closest to a misspelt word, such as `did you mean backup?`; empty if no word is close. */
export function didYouMean(word: string, known: readonly string[]): string {
  const [nearest] = known
    .map((candidate) => ({ candidate, edits: difference(word, candidate) }))
    .filter(({ candidate, edits }) => edits < candidate.length / 2)
    .sort((one, other) => one.edits - other.edits);
  return nearest ? `did you mean ${nearest.candidate}?` : '';
}

/** Returns the number of characters between the common prefix and the common suffix of two words. */
function difference(one: string, other: string): number {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start++;
  let end = 0;
  while (end < Math.min(one.length, other.length) - start && one.at(-1 - end) === other.at(-1 - end)) end++;
  return Math.max(one.length, other.length) - start - end;
}

/** Returns a hint with the closest known word or, if no word is close, all known words: `expected one of backup, doctor`. */
export const expected = (word: string, known: readonly string[]): string =>
  didYouMean(word, known) || `expected ${known.length === 1 ? '' : 'one of '}${known.join(', ')}`;

/** Returns a word in quotes if it is short and plain; otherwise empty, because a longer word may be a misplaced key. */
export const shown = (word: string): string => (/^[\w.-]{1,20}$/.test(word) ? `"${word}"` : '');

/** Returns the end of a message about an invalid value; a value that may be a key is not repeated. */
export function got(text: string): string {
  if (text === '') return 'got an empty string';
  return `got ${shown(text) || 'a value that is not shown, because it may be a secret'}`;
}

/** Returns the end of a message about a value that is not secret. A value that looks like a misplaced key is not repeated. */
export function gotPlain(text: string): string {
  const isPlain = /^[\x20-\x7e]{1,200}$/.test(text) && !/[\w-]{21}|[=@]/.test(text);
  return isPlain ? `got ${JSON.stringify(text)}` : got(text);
}
