import { asking, type Condition, found, type Literal, NONE, type Result, type Solve, unknown } from '../conditions.ts';
import { equal } from '../schema.ts';
import { meets } from './holds.ts';

const MOST_TRIALS = 300;
const MOST_DEMANDED = 20;
/** Maximum number of elements that are searched for individually. */
const LONGEST = 400;
const LONGEST_MADE = 10_000;
const INFINITE = Number.POSITIVE_INFINITY;

/** An element that must exist. */
interface Wanted {
  from: number;
  to: number;
  literal: Literal;
  /** The `contains` condition of the element. Elements for the same condition must have different indexes. */
  group?: Condition;
}

/** Required elements by index. */
type Places = ReadonlyMap<number, readonly Wanted[]>;

interface ListQuery {
  min: number;
  max: number;
  isUnique: boolean;
  /** Returns the conditions on the element at an index, if the element exists. */
  at: (index: number) => readonly Literal[];
  /** Lowest index from which all elements have the same conditions. */
  tail: number;
  /** Maximum number of elements (at least 1) that may meet a literal. */
  limited: readonly { count: number; literal: Literal }[];
  excluded: readonly unknown[][];
}

/** Searches for an array that meets all conditions. */
export function arrayOf(conditions: readonly Condition[], excluded: readonly unknown[][], solve: Solve): Result {
  const limits = asking(conditions, 'at most');
  const none = limits
    .filter(({ count }) => count === 0)
    .map(({ literal }) => ({ from: 0, literal: opposite(literal) }));
  const single = asking(conditions, 'element');
  const following = [...asking(conditions, 'elements'), ...none];
  const query: ListQuery = {
    min: Math.max(0, ...asking(conditions, 'min items').map(({ value }) => value)),
    max: Math.min(INFINITE, ...asking(conditions, 'max items').map(({ value }) => value)),
    isUnique: asking(conditions, 'unique').length > 0,
    at: (index) => [
      ...single.filter((one) => one.index === index).map(({ literal }) => literal),
      ...following.filter(({ from }) => index >= from).map(({ literal }) => literal),
    ],
    tail: Math.max(0, ...single.map(({ index }) => index + 1), ...following.map(({ from }) => from)),
    limited: limits.filter(({ count }) => count > 0),
    excluded,
  };
  const isRepeated = asking(conditions, 'repeated').length > 0;
  if (query.min > query.max || (query.isUnique && isRepeated)) return NONE;
  const counts = asking(conditions, 'at least');
  const wanted: Wanted[] = [
    ...asking(conditions, 'some element').map(({ from, to, literal }) => ({ from, to, literal })),
    ...counts.flatMap((group) =>
      Array.from({ length: Math.min(group.count, MOST_DEMANDED) }, () => ({
        from: 0,
        to: INFINITE,
        literal: group.literal,
        group,
      })),
    ),
  ];
  if (query.min > LONGEST_MADE) return unknown('an array is too long');
  if (query.min > LONGEST) return longArray(query, wanted, solve);
  if (counts.some(({ count }) => count > MOST_DEMANDED)) return unknown('an array needs too many elements');
  const alone = (one: Wanted) => spots(one, new Map(), query).map((index) => solve([...query.at(index), one.literal]));
  if (wanted.some((one) => alone(one).every(({ is }) => is === 'none'))) return NONE;
  return new Assignment(query, wanted, isRepeated, solve).result();
}

/** Returns the possible indexes of an element. After the last index with separate conditions, one unused index is sufficient. */
function spots({ from, to }: Wanted, chosen: Places, { tail, max, isUnique, limited }: ListQuery): number[] {
  const told = Array.from({ length: Math.max(0, Math.min(to, tail - 1, max - 1) - from + 1) }, (_, i) => from + i);
  let next = Math.max(tail, from);
  while (chosen.has(next)) next++;
  const own = next <= to && next < max ? [next] : [];
  const isShared = max < INFINITE || isUnique || limited.length > 0 || next > to;
  const shared = isShared ? [...chosen.keys()].filter((i) => i >= tail && i >= from && i <= to) : [];
  return [...told, ...own, ...shared];
}

/** Assigns the required elements to indexes, one after the other. */
class Assignment {
  readonly #query: ListQuery;
  readonly #wanted: readonly Wanted[];
  readonly #pairs: readonly (readonly [number, number] | undefined)[];
  readonly #solve: Solve;
  #odd: Result = NONE;
  #trials = 0;

  constructor(query: ListQuery, wanted: readonly Wanted[], isRepeated: boolean, solve: Solve) {
    this.#query = query;
    this.#wanted = wanted;
    this.#solve = solve;
    const indexes = Array.from({ length: Math.min(query.max, query.tail + wanted.length + 2) }, (_, index) => index);
    this.#pairs = isRepeated
      ? indexes.flatMap((first) => indexes.slice(first + 1).map((second) => [first, second] as const))
      : [undefined];
  }

  result(): Result {
    const result = this.#assign(0, new Map());
    if (result) return result;
    if (this.#odd.is !== 'none') return this.#odd;
    return this.#trials > MOST_TRIALS ? unknown('an array needs too many trials') : NONE;
  }

  #assign(count: number, chosen: Places): Result | undefined {
    const one = this.#wanted[count];
    if (one === undefined) {
      for (const pair of this.#pairs) {
        const result = fill(this.#query, chosen, pair, this.#solve);
        if (result.is === 'value') return result;
        if (result.is === 'unknown' && this.#odd.is === 'none') this.#odd = result;
      }
      return undefined;
    }
    for (const index of spots(one, chosen, this.#query)) {
      const others = chosen.get(index) ?? [];
      if (one.group && others.some(({ group }) => group === one.group)) continue;
      if (++this.#trials > MOST_TRIALS) return undefined;
      const here = [...others, one];
      if (this.#solve([...this.#query.at(index), ...here.map(({ literal }) => literal)]).is === 'none') continue;
      const result = this.#assign(count + 1, new Map(chosen).set(index, here));
      if (result) return result;
    }
    return undefined;
  }
}

/** Fills all indexes up to the last chosen index. @param pair two indexes with the same element */
function fill(query: ListQuery, chosen: Places, pair: readonly [number, number] | undefined, solve: Solve): Result {
  const { min, max, isUnique, at, limited, excluded } = query;
  const length = Math.max(min, ...[...chosen.keys()].map((index) => index + 1), pair ? pair[1] + 1 : 0);
  if (length > max) return NONE;
  const chosenAt = (index: number) => [...at(index), ...(chosen.get(index) ?? []).map(({ literal }) => literal)];
  const demandsAt = (index: number) => (pair?.includes(index) ? pair.flatMap(chosenAt) : chosenAt(index));
  const list: unknown[] = [];
  for (let index = 0; index < length; index++) {
    if (pair && index === pair[1]) {
      list.push(list[pair[0]]);
      continue;
    }
    const own = demandsAt(index);
    const result = element(own, isUnique ? list : [], limited, solve);
    if (result.is === 'none' && isUnique && index > 0) {
      const used = list.flatMap((value, other) => (own.every((one) => meets(one, value)) ? [other] : []));
      const isForced = (other: number) => solve([...demandsAt(other), unlike(list[other])]).is === 'none';
      return used.every(isForced) ? NONE : unknown('the elements of an array must differ');
    }
    if (result.is !== 'value') return result;
    list.push(result.value);
  }
  for (const { count, literal } of limited) {
    const met = [...list.keys()].filter((index) => meets(literal, list[index]));
    if (met.length <= count) continue;
    const isForced = (index: number) => solve([...demandsAt(index), opposite(literal)]).is === 'none';
    return met.filter(isForced).length > count ? NONE : unknown('`maxContains` limits the elements of an array');
  }
  if (!excluded.some((one) => equal(one, list))) return found(list);
  const more = length < max && !isUnique ? solve(at(length)) : NONE;
  const longer = more.is === 'value' ? [...list, more.value] : list;
  return excluded.some((one) => equal(one, longer)) ? unknown('the array that was found is excluded') : found(longer);
}

/** Searches for an element that counts towards as few limits as possible. */
function element(
  own: readonly Literal[],
  others: readonly unknown[],
  limited: ListQuery['limited'],
  solve: Solve,
): Result {
  let demands = [...own, ...others.map(unlike)];
  let result = solve(demands);
  for (const { literal } of result.is === 'value' ? limited : []) {
    const spare = [...demands, opposite(literal)];
    const spared = solve(spare);
    if (spared.is === 'value') [demands, result] = [spare, spared];
  }
  return result;
}

const opposite = (literal: Literal): Literal => ({ ...literal, isAccepted: !literal.isAccepted });

/** Returns the condition that only the given value meets. */
export const constant = (value: unknown): Literal => ({
  schema: { const: value },
  source: { resolve: () => undefined },
  role: 'inner',
  isAccepted: true,
});

/** Returns the condition that every value except the given value meets. */
export const unlike = (value: unknown): Literal => ({ ...constant(value), isAccepted: false });

function longArray({ min, at, isUnique, limited }: ListQuery, wanted: readonly Wanted[], solve: Solve): Result {
  if (isUnique || wanted.length > 0 || limited.length > 0) return unknown('an array is too long');
  const list: unknown[] = [];
  for (let index = 0; index < min; index++) {
    const result = index > 40 ? found(list[index - 1]) : solve(at(index));
    if (result.is !== 'value') return result;
    list.push(result.value);
  }
  return found(list);
}
