import { asking, type Condition, found, NONE, type Result, type Solve, unknown } from '../conditions.ts';
import { decided, type Guess } from '../evaluate.ts';
import { equal, type Kind } from '../schema.ts';
import { arrayOf, constant } from './array.ts';
import { holds } from './holds.ts';
import { numberOf } from './number.ts';
import { objectOf } from './object.ts';
import { stringOf } from './string.ts';

/** Builds a value of a kind that meets all conditions. */
export function buildValue(kind: Kind, conditions: readonly Condition[], solve: Solve): Result {
  const [odd] = asking(conditions, 'unknown');
  const result = built(kind, conditions, solve);
  return odd && result.is === 'value' ? unknown(odd.why) : result;
}

/** Returns the first value that passes a check. */
export function firstThat(values: readonly unknown[], check: (value: unknown, guess: Guess) => boolean): Result {
  let result = NONE;
  for (const value of values) {
    const isMet = decided((guess) => check(value, guess));
    if (isMet === true) return found(value);
    if (isMet !== false) result = unknown(`the ${isMet} cannot be evaluated`);
  }
  return result;
}

/** Returns the first value that a search finds; "none" if every search proves that no value exists. */
export function firstValue<Option>(options: readonly Option[], search: (option: Option) => Result): Result {
  let result = NONE;
  for (const option of options) {
    const one = search(option);
    if (one.is === 'value') return one;
    if (one.is === 'unknown' && result.is === 'none') result = one;
  }
  return result;
}

/** Returns the conditions that only the given array or object meets. */
function exactly(value: unknown): Condition[] {
  if (Array.isArray(value)) {
    const elements = value.map((one, index): Condition => ({ ask: 'element', index, literal: constant(one) }));
    return [{ ask: 'min items', value: value.length }, { ask: 'max items', value: value.length }, ...elements];
  }
  const fields = Object.entries(Object(value));
  const outside = { names: new Set(fields.map(([name]) => name)), patterns: [] };
  return [
    ...fields.map(([name, one]): Condition => ({ ask: 'present field', name, literal: constant(one) })),
    { ask: 'fields', outside, literal: { ...constant(undefined), schema: false } },
  ];
}

function built(kind: Kind, conditions: readonly Condition[], solve: Solve): Result {
  const excluded = asking(conditions, 'none of').flatMap(({ values }) => values);
  const [list, ...lists] = asking(conditions, 'one of');
  if (list) {
    const has = (values: readonly unknown[], value: unknown) => values.some((one) => equal(one, value));
    const values = list.values.filter((value) => !has(excluded, value) && lists.every((one) => has(one.values, value)));
    const others = conditions.filter(({ ask }) => ask !== 'one of' && ask !== 'none of');
    return kind === 'array' || kind === 'object'
      ? firstValue(values, (value) => built(kind, [...others, ...exactly(value)], solve))
      : firstThat(values, (value, guess) => others.every((one) => holds(one, value, guess)));
  }
  if (kind === 'null' || kind === 'boolean') {
    const values = kind === 'null' ? [null] : [true, false];
    const index = values.findIndex((value) => !excluded.some((one) => equal(one, value)));
    return index < 0 ? NONE : found(values[index]);
  }
  if (kind === 'number') return numberOf(conditions, excluded as number[]);
  if (kind === 'string') return stringOf(conditions, excluded as string[]);
  if (kind === 'array') return arrayOf(conditions, excluded as unknown[][], solve);
  return objectOf(conditions, excluded as Record<string, unknown>[], solve);
}
