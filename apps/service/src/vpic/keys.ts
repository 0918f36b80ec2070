import { VIN_CHARACTERS, VIN_LENGTH } from '../catalogue/catalogue-entry.ts';

/** The characters that a key allows at each VIN position, by index from 0; undefined if all characters are allowed. */
export type AllowedCharacters = readonly (string | undefined)[];

/** Index of the model year character. */
export const YEAR_INDEX = 9;

/** Index of the bar in a key: positions 4 to 8 come before the bar, positions 10 to 17 after it. */
const BAR = 5;
const FIRST_BEFORE_BAR = 3;
const FIRST_AFTER_BAR = YEAR_INDEX;
const ANY = /^[*_]$/;

/**
 * Parses the keys of a vPIC pattern, such as `F1[5-7]*E|*R`: `*` is any character, and brackets contain alternatives.
 * @returns undefined if no VIN can match, for example because a VIN does not contain the letters I, O and Q
 */
export function readKeys(keys: string): AllowedCharacters | undefined {
  const allowed = new Array<string | undefined>(VIN_LENGTH).fill(undefined);
  const units = keys.match(/\[[^\]]*\]|[^[\]]/g) ?? [];
  if (units.join('') !== keys) return undefined;
  for (const [index, unit] of units.entries()) {
    if (ANY.test(unit)) continue;
    if (index === BAR) {
      if (unit !== '|') return undefined;
      continue;
    }
    const position = index < BAR ? FIRST_BEFORE_BAR + index : FIRST_AFTER_BAR + index - BAR - 1;
    const characters = [...VIN_CHARACTERS].filter((character) => alternatives(unit).includes(character)).join('');
    if (characters === '' || position >= VIN_LENGTH) return undefined;
    allowed[position] = characters;
  }
  return allowed;
}

/** Expands the alternatives in brackets: `[A-CX]` becomes `ABCX`. */
function alternatives(unit: string): string {
  return unit.replace(/^\[|\]$/g, '').replaceAll(/(.)-(.)/g, (_, from: string, to: string) => {
    const [first, last] = [from.charCodeAt(0), to.charCodeAt(0)];
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => String.fromCharCode(first + index)).join(
      '',
    );
  });
}
