import { VIN_LENGTH } from '../catalogue/catalogue-entry.ts';
import type { Decision, DecisionNode } from './decision-graph.ts';
import { YEAR_INDEX } from './keys.ts';

/** Index of the character that distinguishes the two years with the same year character. */
const CYCLE_INDEX = 6;
const YEAR_CHARACTERS = 'ABCDEFGHJKLMNPRSTVWXY123456789';
const FIRST_YEAR = 1980;
/** Number of years after which the year characters repeat. */
export const CYCLE: number = YEAR_CHARACTERS.length;

/** Returns the tenth VIN character for a model year. */
export const yearCharacter = (year: number): string => YEAR_CHARACTERS.charAt((year - FIRST_YEAR) % CYCLE);

/** 49 CFR 565.15(d)(2): the seventh character of a light vehicle is a digit before 2010, and a letter since. */
const cycleCharacters = (year: number): string =>
  year < FIRST_YEAR + CYCLE ? '0123456789' : 'ABCDEFGHJKLMNPRSTUVWXYZ';

export interface VinPatternOptions {
  /** Manufacturer code: three characters, or six for a small manufacturer. */
  wmi: string;
  year: number;
  /** True if the seventh character must distinguish the year. */
  tellsCycle: boolean;
}

/** Yields the VIN patterns of graphs, each with the decision about its VINs. */
export function* vinPatterns(
  graphs: readonly DecisionNode[],
  { wmi, year, tellsCycle }: VinPatternOptions,
): Generator<[pattern: string, decision: Decision]> {
  const characters = new Array<string>(VIN_LENGTH).fill('.');
  for (const [index, character] of [...wmi].entries()) characters[index < 3 ? index : index + 8] = character;
  characters[YEAR_INDEX] = yearCharacter(year);

  function* below(node: DecisionNode): Generator<[string, Decision]> {
    if ('rules' in node) {
      yield [characters.join('').replace(/\.+$/, ''), node];
      return;
    }
    for (const [allowed, next] of node.branches) yield* at(node.position, allowed, next);
  }
  /** Yields the patterns of a node with each of these characters at a position. */
  function* at(index: number, allowed: string, next: DecisionNode): Generator<[string, Decision]> {
    const fixed = characters[index] as string;
    for (const character of allowed) {
      if (fixed !== '.' && character !== '.' && fixed !== character) continue;
      if (fixed === '.') characters[index] = character;
      yield* below(next);
    }
    characters[index] = fixed;
  }
  for (const graph of graphs) {
    if (tellsCycle) yield* at(CYCLE_INDEX, cycleCharacters(year), graph);
    else yield* below(graph);
  }
}
