import { asking, type Condition, found, NONE, type Result, type Solve, unknown } from '../conditions.ts';
import { decided, type Guess } from '../evaluate.ts';
import { equal, type Kind } from '../schema.ts';
import { arrayOf } from './array.ts';
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

/** The first of some values that meets a check. */
export function firstThat(values: readonly unknown[], check: (value: unknown, guess: Guess) => boolean): Result {
  let result = NONE;
  for (const value of values) {
    const isMet = decided((guess) => check(value, guess));
    if (isMet === true) return found(value);
    if (isMet !== false) result = unknown(`the ${isMet}`);
  }
  return result;
}

function built(kind: Kind, conditions: readonly Condition[], solve: Solve): Result {
  const excluded = asking(conditions, 'none of').flatMap(({ values }) => values);
  const [list] = asking(conditions, 'one of');
  if (list) {
    return firstThat(list.values, (value, guess) => conditions.every((one) => holds(one, value, guess)));
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
