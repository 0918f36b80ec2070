import type { ParameterRule } from './table.ts';

/** What was expected instead of an invalid value; undefined for a valid one. */
export type ParameterCheck = string | undefined;

const DECIMAL_INTEGER = /^(?:0|-?[1-9]\d*)$/;

/**
 * Checks one value of a query, decoded but neither trimmed nor converted: `0x10`, `1e3` and ` 5` are not integers.
 * @returns what was expected, as text for people, without the value
 */
export function checkParameter(rule: ParameterRule, value: string): ParameterCheck {
  return (rule.type === 'integer' ? isInteger(rule, value) : isText(rule, value)) ? undefined : expectation(rule);
}

function isInteger(
  { minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER }: ParameterRule,
  value: string,
) {
  if (!DECIMAL_INTEGER.test(value)) return false;
  const integer = Number(value);
  return Number.isSafeInteger(integer) && integer >= minimum && integer <= maximum;
}

function isText({ minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern }: ParameterRule, value: string) {
  // JSON Schema counts characters, not UTF-16 code units.
  const length = [...value].length;
  return length >= minLength && length <= maxLength && (pattern === undefined || new RegExp(pattern, 'u').test(value));
}

function expectation({ type, minimum, maximum, minLength, maxLength, pattern }: ParameterRule): string {
  if (type === 'integer') return `expected an integer${range(minimum, maximum)} in plain decimal digits`;
  const length = minLength === undefined && maxLength === undefined ? 'text' : characters(minLength, maxLength);
  return pattern === undefined
    ? `expected ${length}`
    : `expected ${length} that match${length === 'text' ? 'es' : ''} ${pattern}`;
}

function range(minimum?: number, maximum?: number): string {
  if (maximum === undefined || maximum === Number.MAX_SAFE_INTEGER)
    return minimum === undefined ? '' : ` from ${minimum}`;
  return minimum === undefined ? ` up to ${maximum}` : ` from ${minimum} to ${maximum}`;
}

function characters(minLength = 0, maxLength?: number): string {
  if (maxLength === undefined) return minLength === 1 ? 'at least one character' : `at least ${minLength} characters`;
  return minLength === maxLength ? `${minLength} characters` : `${minLength} to ${maxLength} characters`;
}
