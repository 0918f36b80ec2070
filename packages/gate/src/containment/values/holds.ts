import type { Condition, FieldRange, Literal } from '../conditions.ts';
import { accepts, fitsFormat, type Guess, matches } from '../evaluate.ts';
import { equal, isMultiple, lengthOf } from '../schema.ts';

/** Returns whether a scalar of the matching kind meets a condition. */
export function holds(condition: Condition, value: unknown, guess: Guess = () => true): boolean {
  if (condition.ask === 'unknown') return true;
  if (condition.ask === 'one of') return condition.values.some((one) => equal(one, value));
  if (condition.ask === 'none of') return !condition.values.some((one) => equal(one, value));
  const demanded = 'value' in condition ? condition.value : undefined;
  if (typeof value === 'number') return NUMBERS[condition.ask]?.(value, demanded as number) ?? true;
  return typeof value !== 'string' || (STRINGS[condition.ask]?.(value, demanded as never, guess) ?? true);
}

/** Returns whether a value meets a literal. */
export const meets = (literal: Literal, value: unknown, guess?: Guess): boolean =>
  accepts(literal, value, guess) === literal.isAccepted;

/** Returns whether a range of fields includes a name. */
export const covers = ({ pattern, outside }: FieldRange, name: string, guess: Guess): boolean =>
  pattern === undefined
    ? outside !== undefined && !outside.names.has(name) && !outside.patterns.some((one) => matches(one, name, guess))
    : matches(pattern, name, guess);

const NUMBERS: Readonly<Record<string, (value: number, demanded: number) => boolean>> = {
  integer: (value) => Number.isInteger(value),
  fraction: (value) => !Number.isInteger(value),
  minimum: (value, least) => value >= least,
  maximum: (value, most) => value <= most,
  above: (value, bound) => value > bound,
  below: (value, bound) => value < bound,
  multiple: isMultiple,
  'not multiple': (value, of) => !isMultiple(value, of),
};

const STRINGS: Readonly<Record<string, (text: string, demanded: never, guess: Guess) => boolean>> = {
  'min length': (text, least: number) => lengthOf(text) >= least,
  'max length': (text, most: number) => lengthOf(text) <= most,
  pattern: (text, pattern: string, guess) => matches(pattern, text, guess),
  'not pattern': (text, pattern: string, guess) => !matches(pattern, text, guess),
  format: (text, format: string, guess) => fitsFormat(format, text, guess),
  'not format': (text, format: string, guess) => !fitsFormat(format, text, guess),
};
