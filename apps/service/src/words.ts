import { didYouMean, shown } from './suggest.ts';
import { UserError } from './user-error.ts';

/**
 * Holds the words behind a command against what it takes.
 * @param expected as in a usage text: `FILE`, `list|set`, `[ID]`; empty where it takes none
 * @throws UserError
 */
export function checkWords(words: readonly string[], expected: string, command: string): void {
  const places = expected.split(' ').filter((place) => place !== '');
  const hint = `See vehicle-lookup-service ${command} --help`;
  for (const [index, place] of places.entries()) {
    const word = words[index];
    const choices = place.replace(/^\[|\]$/g, '').split('|');
    if (word === undefined && place.startsWith('[')) continue;
    if (word === undefined) throw new UserError(`${command}: expected ${alternatives(choices)}. ${hint}`, 2);
    if (word === '') {
      throw new UserError(`${command}: expected ${alternatives(choices)}, got an empty text. ${hint}`, 2);
    }
    if (choices.length > 1 && !choices.includes(word)) {
      const nearest = didYouMean(word, choices) || `expected ${alternatives(choices)}.`;
      throw new UserError(`${command}: got${shown(word) || ' another word'}; ${nearest} ${hint}`, 2);
    }
  }
  if (words.length > places.length) {
    const extra = words[places.length] ?? '';
    const takes = places.length === 0 ? 'takes no words, only flags' : `takes ${places.join(' ')} and no more words`;
    throw new UserError(`${command} ${takes}; got${shown(extra) || ' another one'}. ${hint}`, 2);
  }
}

const alternatives = (words: readonly string[]): string =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
