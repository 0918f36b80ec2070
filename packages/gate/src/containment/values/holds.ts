import type { Condition, FieldRange, Literal } from '../conditions.ts';
import { accepts, fitsFormat, type Guess, hasRepetition, matches } from '../evaluate.ts';
import { equal, lengthOf } from '../schema.ts';
import { isMultiple } from './multiples.ts';

/** Whether a value of the kind that a condition is about meets it. */
export function holds(condition: Condition, value: unknown, guess: Guess = () => true): boolean {
  if (condition.ask === 'unknown') return true;
  if (condition.ask === 'one of') return condition.values.some((one) => equal(one, value));
  if (condition.ask === 'none of') return !condition.values.some((one) => equal(one, value));
  if (typeof value === 'number') return holdsForNumber(condition, value);
  if (typeof value === 'string') return holdsForString(condition, value, guess);
  if (Array.isArray(value)) return holdsForArray(condition, value, guess);
  return (
    typeof value !== 'object' || value === null || holdsForObject(condition, value as Record<string, unknown>, guess)
  );
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

function holdsForArray(condition: Condition, value: readonly unknown[], guess: Guess): boolean {
  switch (condition.ask) {
    case 'min items':
      return value.length >= condition.value;
    case 'max items':
      return value.length <= condition.value;
    case 'unique':
      return !hasRepetition(value);
    case 'repeated':
      return hasRepetition(value);
    case 'element':
      return value.length <= condition.index || meets(condition.literal, value[condition.index], guess);
    case 'elements':
      return value.slice(condition.from).every((one) => meets(condition.literal, one, guess));
    case 'some element':
      return value.some((one, i) => i >= condition.from && i <= condition.to && meets(condition.literal, one, guess));
    case 'at least':
      return value.filter((one) => meets(condition.literal, one, guess)).length >= condition.count;
    case 'at most':
      return value.filter((one) => meets(condition.literal, one, guess)).length <= condition.count;
    default:
      return true;
  }
}

function holdsForObject(condition: Condition, value: Record<string, unknown>, guess: Guess): boolean {
  const names = Object.keys(value);
  switch (condition.ask) {
    case 'min fields':
      return names.length >= condition.value;
    case 'max fields':
      return names.length <= condition.value;
    case 'has':
      return Object.hasOwn(value, condition.name);
    case 'lacks':
      return !Object.hasOwn(value, condition.name);
    case 'field':
      return !Object.hasOwn(value, condition.name) || meets(condition.literal, value[condition.name], guess);
    case 'present field':
      return Object.hasOwn(value, condition.name) && meets(condition.literal, value[condition.name], guess);
    case 'fields':
      return names.every((name) => !covers(condition, name, guess) || meets(condition.literal, value[name], guess));
    case 'some field':
      return names.some((name) => covers(condition, name, guess) && meets(condition.literal, value[name], guess));
    case 'names':
      return names.every((name) => meets(condition.literal, name, guess));
    case 'some name':
      return names.some((name) => meets(condition.literal, name, guess));
    default:
      return true;
  }
}
