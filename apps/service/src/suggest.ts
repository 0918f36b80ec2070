import { distance } from 'fastest-levenshtein';

/** A hint at what a misspelt word was meant to be; empty where nothing is near. */
export function didYouMean(word: string, known: readonly string[]): string {
  const [nearest] = known
    .map((candidate) => ({ candidate, far: distance(word, candidate) }))
    .filter(({ candidate, far }) => far <= Math.max(1, Math.floor(candidate.length / 3)))
    .sort((one, other) => one.far - other.far);
  return nearest ? `did you mean ${nearest.candidate}?` : '';
}

/** A word for a message, when it is short and plain: a longer one may be a key in the wrong place. */
export const shown = (word: string): string => (/^[\w.-]{1,20}$/.test(word) ? ` ${word}` : '');

/** What was found in place of a right value, for the end of a message; never a key. */
export const got = (text: string): string =>
  text !== '' && shown(text) === '' ? 'got another text, not repeated here' : `got "${text}"`;
