import { distance } from 'fastest-levenshtein';

/** The known word that a misspelt one was meant to be, as a question; otherwise all of them. */
export function expected(word: string, known: readonly string[]): string {
  const [nearest] = known
    .map((candidate) => ({ candidate, far: distance(word, candidate) }))
    .filter(({ candidate, far }) => far <= Math.max(1, Math.floor(candidate.length / 3)))
    .sort((one, other) => one.far - other.far);
  return nearest ? `did you mean ${nearest.candidate}?` : `expected one of ${known.join(', ')}.`;
}

/** A word for a message, when it is short and plain: a longer one may be a key in the wrong place. */
export const shown = (word: string): string => (/^[\w.-]{1,20}$/.test(word) ? `"${word}"` : 'another text');
