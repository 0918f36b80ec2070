import { VIN_LENGTH } from '../catalogue/catalogue-entry.ts';
import type { AllowedCharacters } from './keys.ts';

/** Any other character; in a VIN pattern, a wildcard at its position. */
const OTHER = '.';

/** A rule that assigns a value to an element if its characters match. */
export interface PatternRule {
  element: number;
  value: string;
  allowed: AllowedCharacters;
  /** The last restricted index in `allowed`; -1 for a rule that matches every VIN. */
  last: number;
}

/**
 * A node in the decision graph of a list of rules. Each path from the root is one VIN pattern, and its end contains the deciding
 * rules. Paths share their ends, so a graph of a thousand nodes can represent a million patterns.
 */
export type DecisionNode = DecisionBranch | Decision;

export interface DecisionBranch {
  /** Index of the VIN character. */
  position: number;
  /** Characters at this position that lead to the same next node; OTHER for characters that occur in no rule. */
  branches: [characters: string, next: DecisionNode][];
  /** Number of VIN patterns that begin at this node. */
  paths: number;
}

export interface Decision {
  /** The first matching rule of each element. */
  rules: PatternRule[];
  paths: 1;
}

/** The value of an element that a VIN must have to be decided. */
export interface Wanted {
  element: number;
  value: string;
}

export interface DecideOptions {
  /** Default: no limits. */
  limits?: GraphLimits;
  /**
   * Also decides VINs with a character that no rule contains at a restricted position. The patterns of these VINs have a wildcard
   * at this position. Therefore, they also match other VINs, but with fewer fixed characters than other patterns.
   */
  otherCharacters?: boolean;
}

/** Limits on the size of a graph. */
export interface GraphLimits {
  /** Maximum number of VIN patterns. */
  paths: number;
  /** Maximum number of decisions, and approximately of vehicles. */
  decisions: number;
}

const UNLIMITED: GraphLimits = { paths: Number.POSITIVE_INFINITY, decisions: Number.POSITIVE_INFINITY };

/** Thrown when the rules require a larger graph than the limits allow. */
export class GraphTooLargeError extends Error {}
/** A shared error instance, because the error is thrown often and its stack trace would be expensive. */
const TOO_LARGE = new GraphTooLargeError();

/**
 * Decides all VINs together, position by position: characters after which the same rules remain possible share a branch.
 * @param rules rules in the order of their rank; for each element, the first matching rule applies
 * @returns undefined if no VIN gets the wanted value
 * @throws GraphTooLargeError
 */
export function decide(
  rules: readonly PatternRule[],
  wanted: Wanted,
  { limits = UNLIMITED, otherCharacters = false }: DecideOptions = {},
): DecisionNode | undefined {
  const known = new Map<string, DecisionNode | undefined>();
  // A graph within the limits has at most one branch for each position of each path.
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
      // The wildcard also matches these characters.
      if (next && next !== other) branches.push([characters, next]);
    }
    if (branches.length === 0) return undefined;
    const paths = branches.reduce((sum, [characters, next]) => sum + next.paths * characters.length, 0);
    return { position, branches, paths };
  };

  return decideFrom(0, [...rules.keys()]);
}

/** Removes rules that follow a certainly matching rule for the same element. */
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

/** Returns the next position that a rule restricts. */
function nextPosition(rules: readonly PatternRule[], left: readonly number[], position: number): number | undefined {
  for (let at = position; at < VIN_LENGTH; at++) {
    for (const index of left) if ((rules[index] as PatternRule).allowed[at] !== undefined) return at;
  }
  return undefined;
}

function alternatives(rules: readonly PatternRule[], left: readonly number[], position: number) {
  /** Rules that do not restrict the position. */
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
  /** Groups of characters with the same remaining rules. */
  const groups = new Map<string, [characters: string, rules: number[]]>();
  for (const [character, list] of byCharacter) {
    const group = groups.get(list.join());
    if (group) group[0] += character;
    else groups.set(list.join(), [character, [...indifferent, ...list].sort((a, b) => a - b)]);
  }
  return { indifferent, groups: groups.values() };
}
