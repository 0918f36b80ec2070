import type { Condition, FieldRange, Literal } from '../conditions.ts';
import { accepts, hasRepetition } from '../evaluate.ts';
import { hasFormat } from '../formats.ts';
import { equal, expressionOf, lengthOf } from '../schema.ts';
import { isMultiple } from './multiples.ts';

/** Whether a value of the kind that a condition is about meets it. */
export function holds(condition: Condition, value: unknown): boolean {
  if (condition.ask === 'unknown') return true;
  if (condition.ask === 'one of') return condition.values.some((one) => equal(one, value));
  if (condition.ask === 'none of') return !condition.values.some((one) => equal(one, value));
  if (typeof value === 'number') return holdsForNumber(condition, value);
  if (typeof value === 'string') return holdsForString(condition, value);
  if (Array.isArray(value)) return holdsForArray(condition, value);
  return typeof value !== 'object' || value === null || holdsForObject(condition, value as Record<string, unknown>);
}

/** Whether a literal is met. */
export const meets = (literal: Literal, value: unknown): boolean => accepts(literal, value) === literal.isAccepted;

/** Whether a range of fields has a name. */
export const covers = ({ pattern, outside }: FieldRange, name: string): boolean =>
  pattern === undefined
    ? outside !== undefined &&
      !outside.names.has(name) &&
      !outside.patterns.some((one) => expressionOf(one)?.test(name))
    : expressionOf(pattern)?.test(name) === true;

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

function holdsForString(condition: Condition, value: string): boolean {
  switch (condition.ask) {
    case 'min length':
      return lengthOf(value) >= condition.value;
    case 'max length':
      return lengthOf(value) <= condition.value;
    case 'pattern':
      return expressionOf(condition.value)?.test(value) !== false;
    case 'not pattern':
      return expressionOf(condition.value)?.test(value) === false;
    case 'format':
      return hasFormat(value, condition.value) !== false;
    case 'not format':
      return hasFormat(value, condition.value) === false;
    default:
      return true;
  }
}

function holdsForArray(condition: Condition, value: readonly unknown[]): boolean {
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
      return value.length <= condition.index || meets(condition.literal, value[condition.index]);
    case 'elements':
      return value.slice(condition.from).every((one) => meets(condition.literal, one));
    case 'some element':
      return value.some((one, i) => i >= condition.from && i <= condition.to && meets(condition.literal, one));
    case 'at least':
      return value.filter((one) => meets(condition.literal, one)).length >= condition.count;
    case 'at most':
      return value.filter((one) => meets(condition.literal, one)).length <= condition.count;
    default:
      return true;
  }
}

function holdsForObject(condition: Condition, value: Record<string, unknown>): boolean {
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
      return !Object.hasOwn(value, condition.name) || meets(condition.literal, value[condition.name]);
    case 'present field':
      return Object.hasOwn(value, condition.name) && meets(condition.literal, value[condition.name]);
    case 'fields':
      return names.every((name) => !covers(condition, name) || meets(condition.literal, value[name]));
    case 'some field':
      return names.some((name) => covers(condition, name) && meets(condition.literal, value[name]));
    case 'names':
      return names.every((name) => meets(condition.literal, name));
    case 'some name':
      return names.some((name) => meets(condition.literal, name));
    default:
      return true;
  }
}
