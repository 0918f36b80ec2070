import type { Condition, FieldRange, Literal } from '../conditions.ts';
import { accepts, fitsFormat, type Guess, matches } from '../evaluate.ts';
import { equal, lengthOf } from '../schema.ts';
import { isMultiple } from './multiples.ts';

/** Whether a scalar of the kind that a condition is about meets it. */
export function holds(condition: Condition, value: unknown, guess: Guess = () => true): boolean {
  if (condition.ask === 'unknown') return true;
  if (condition.ask === 'one of') return condition.values.some((one) => equal(one, value));
  if (condition.ask === 'none of') return !condition.values.some((one) => equal(one, value));
  if (typeof value === 'number') return holdsForNumber(condition, value);
  return typeof value !== 'string' || holdsForString(condition, value, guess);
}

/** Whether a literal is met. */
export const meets = (literal: Literal, value: unknown, guess?: Guess): boolean =>
  accepts(literal, value, guess) === literal.isAccepted;

/** Whether a range of fields has a name. */
export const covers = ({ pattern, outside }: FieldRange, name: string, guess: Guess): boolean =>
  pattern === undefined
    ? outside !== undefined && !outside.names.has(name) && !outside.patterns.some((one) => matches(one, name, guess))
    : matches(pattern, name, guess);

function holdsForNumber(condition: Condition, value: number): boolean {
  switch (condition.ask) {
    case 'integer':
      return Number.isInteger(value);
    case 'fraction':
      return !Number.isInteger(value);
    case 'minimum':
      return value >= condition.value;
    case 'maximum':
      return value <= condition.value;
    case 'above':
      return value > condition.value;
    case 'below':
      return value < condition.value;
    case 'multiple':
      return isMultiple(value, condition.value);
    case 'not multiple':
      return !isMultiple(value, condition.value);
    default:
      return true;
  }
}

function holdsForString(condition: Condition, value: string, guess: Guess): boolean {
  switch (condition.ask) {
    case 'min length':
      return lengthOf(value) >= condition.value;
    case 'max length':
      return lengthOf(value) <= condition.value;
    case 'pattern':
      return matches(condition.value, value, guess);
    case 'not pattern':
      return !matches(condition.value, value, guess);
    case 'format':
      return fitsFormat(condition.value, value, guess);
    case 'not format':
      return !fitsFormat(condition.value, value, guess);
    default:
      return true;
  }
}
