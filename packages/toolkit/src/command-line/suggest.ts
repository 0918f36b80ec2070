/** A hint at the known word that is nearest to a misspelt one, for example `did you mean backup?`; empty: none is near. */
export function didYouMean(word: string, known: readonly string[]): string {
  const [nearest] = known
    .map((candidate) => ({ candidate, edits: distance(word, candidate) }))
    .filter(({ candidate, edits }) => edits <= Math.max(1, Math.floor(candidate.length / 3)))
    .sort((one, other) => one.edits - other.edits);
  return nearest ? `did you mean ${nearest.candidate}?` : '';
}

/** The number of characters to add, remove or replace (Levenshtein). */
function distance(one: string, other: string): number {
  // Much longer words are not near.
  if (one.length > 2 * other.length) return one.length;
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [line, letter] of [...one].entries()) {
    const next = [line + 1];
    for (const [index, above] of row.slice(1).entries()) {
      const change = (row[index] ?? 0) + Number(letter !== other[index]);
      next.push(Math.min((next[index] ?? 0) + 1, above + 1, change));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
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
