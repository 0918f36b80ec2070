import { VIN_LENGTH } from '../catalogue/catalogue-entry.ts';
import type { AllowedCharacters } from './keys.ts';

/** Any other character; in a VIN pattern it leaves the position open. */
const OTHER = '.';

/** A rule that gives an element a value where its characters match. */
export interface PatternRule {
  element: number;
  value: string;
  allowed: AllowedCharacters;
  /** The last index in `allowed`; -1: it matches every VIN. */
  last: number;
}

/**
 * What a list of rules decides about VINs: each path from the root is one VIN pattern, and its end names the rules that
 * decide. Paths share their ends, so a graph of a thousand nodes can stand for a million patterns.
 */
export type DecisionNode = DecisionBranch | Decision;

export interface DecisionBranch {
  /** Index of a VIN's character. */
  position: number;
  /** Characters at the position that lead on to the same node; OTHER for characters that no rule names. */
  branches: [characters: string, next: DecisionNode][];
  /** How many VIN patterns begin here. */
  paths: number;
}

export interface Decision {
  /** For each element its first rule that matches. */
  rules: PatternRule[];
  paths: 1;
}

/** Only VINs that get this value of an element are decided. */
export interface Wanted {
  element: number;
  value: string;
}

export interface DecideOptions {
  /** Default: no limits. */
  limits?: GraphLimits;
  /**
   * Also decides VINs with a character that no rule names, at a position about which some rule says something. Their
   * patterns leave the position open, so that they also match other VINs, but with fewer characters than the others.
   */
  otherCharacters?: boolean;
}

/** How large a graph may become. */
export interface GraphLimits {
  /** VIN patterns. */
  paths: number;
  /** Different decisions, and so about as many vehicles. */
  decisions: number;
}

const UNLIMITED: GraphLimits = { paths: Number.POSITIVE_INFINITY, decisions: Number.POSITIVE_INFINITY };

/** The rules need a larger graph. */
export class GraphTooLargeError extends Error {}
/** One for all: it is thrown often, and most of its cost would be its stack. */
const TOO_LARGE = new GraphTooLargeError();

/**
 * Decides all VINs together: position by position, the characters that leave the same rules are one branch.
 * @param rules in the order of their rank: for each element the first one that matches counts
 * @returns undefined if no VIN gets the wanted value
 * @throws GraphTooLargeError
 */
export function decide(
  rules: readonly PatternRule[],
  wanted: Wanted,
  { limits = UNLIMITED, otherCharacters = false }: DecideOptions = {},
): DecisionNode | undefined {
  const known = new Map<string, DecisionNode | undefined>();
  // A graph within the limits has a branch for each position of each path at most.
  const mostNodes = limits.paths * 12;
  let decisions = 0;
  const isWanted = rules.map(({ element, value }) => element === wanted.element && value === wanted.value);

  const decision = (left: readonly number[]): Decision | undefined => {
    decisions++;
    return { rules: left.map((index) => rules[index] as PatternRule), paths: 1 };
  };

  const decideFrom = (position: number, candidates: readonly number[]): DecisionNode | undefined => {
    const left = withoutOverridden(rules, candidates, position);
    if (!left.some((index) => isWanted[index])) return undefined;
    const next = nextPosition(rules, left, position);
    const key = `${next} ${left.join()}`;
    if (known.has(key)) return known.get(key);
    const node = next === undefined ? decision(left) : branch(next, left);
    known.set(key, node);
    if ((node?.paths ?? 0) > limits.paths || decisions > limits.decisions || known.size > mostNodes) {
      throw TOO_LARGE;
    }
    return node;
  };

  const branch = (position: number, left: readonly number[]): DecisionBranch | undefined => {
    const branches: DecisionBranch['branches'] = [];
    const { indifferent, groups } = alternatives(rules, left, position);
    const other = otherCharacters ? decideFrom(position + 1, indifferent) : undefined;
    if (other) branches.push([OTHER, other]);
    for (const [characters, rest] of groups) {
      const next = decideFrom(position + 1, rest);
      // The open position also matches these characters.
      if (next && next !== other) branches.push([characters, next]);
    }
    if (branches.length === 0) return undefined;
    const paths = branches.reduce((sum, [characters, next]) => sum + next.paths * characters.length, 0);
    return { position, branches, paths };
  };

  return decideFrom(0, [...rules.keys()]);
}

/** Removes the rules that come after one of the same element that matches for certain. */
function withoutOverridden(rules: readonly PatternRule[], candidates: readonly number[], position: number): number[] {
  const decided = new Set<number>();
  const left: number[] = [];
  for (const candidate of candidates) {
    const { element, last } = rules[candidate] as PatternRule;
    if (decided.has(element)) continue;
    left.push(candidate);
    if (last < position) decided.add(element);
  }
  return left;
}

/** The next position about which a rule says something. */
function nextPosition(rules: readonly PatternRule[], left: readonly number[], position: number): number | undefined {
  for (let at = position; at < VIN_LENGTH; at++) {
    for (const index of left) if ((rules[index] as PatternRule).allowed[at] !== undefined) return at;
  }
  return undefined;
}

function alternatives(rules: readonly PatternRule[], left: readonly number[], position: number) {
  /** Rules that say nothing about the position. */
  const indifferent: number[] = [];
  const byCharacter = new Map<string, number[]>();
  for (const index of left) {
    const characters = (rules[index] as PatternRule).allowed[position];
    if (characters === undefined) indifferent.push(index);
    for (const character of characters ?? '') {
      const list = byCharacter.get(character);
      if (list) list.push(index);
      else byCharacter.set(character, [index]);
    }
  }
  /** Characters with the rules that are left after them. Characters with the same rules stand together. */
  const groups = new Map<string, [characters: string, rules: number[]]>();
  for (const [character, list] of byCharacter) {
    const group = groups.get(list.join());
    if (group) group[0] += character;
    else groups.set(list.join(), [character, [...indifferent, ...list].sort((a, b) => a - b)]);
  }
  return { indifferent, groups: groups.values() };
}
