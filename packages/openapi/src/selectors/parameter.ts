import type { Constraints, ParameterRule } from './table.ts';

/** A description of the expected value; undefined if the value is valid. */
export type ParameterCheck = string | undefined;

const DECIMAL_INTEGER = /^(?:0|-?[1-9]\d*)$/;

/** A rule that a value may violate: a keyword, or `notation`, which is the format of an integer. */
export type BrokenKeyword = 'type' | 'notation' | keyof Constraints;

/**
 * Checks one decoded query value without trimming or converting it: `0x10`, `1e3` and ` 5` are not integers.
 * @returns a readable description of the expected value, without the actual value
 */
export function checkParameter(rule: ParameterRule, value: string): ParameterCheck {
  return brokenKeywords(rule, value).length > 0 ? expectation(rule) : undefined;
}

/** Returns the keywords that a value violates. `0x10`, `1e3` and ` 5` are numbers in an invalid notation. */
export function brokenKeywords(rule: Pick<ParameterRule, 'type'> & Constraints, value: string): BrokenKeyword[] {
  return rule.type === 'integer' ? brokenByInteger(rule, value) : brokenByText(rule, value);
}

function brokenByInteger({ minimum, maximum }: Constraints, value: string): BrokenKeyword[] {
  const integer = Number(value);
  if (value.trim() === '' || !(Number.isInteger(integer) || DECIMAL_INTEGER.test(value))) return ['type'];
  const isSafe = Number.isSafeInteger(integer) || (integer < 0 ? minimum : maximum) !== undefined;
  return [
    ...(DECIMAL_INTEGER.test(value) && isSafe ? [] : ['notation' as const]),
    ...(integer < (minimum ?? integer) ? ['minimum' as const] : []),
    ...(integer > (maximum ?? integer) ? ['maximum' as const] : []),
  ];
}

function brokenByText({ minLength = 0, maxLength, pattern }: Constraints, value: string): BrokenKeyword[] {
  // JSON Schema counts characters, not UTF-16 code units.
  const length = [...value].length;
  return [
    ...(length < minLength ? ['minLength' as const] : []),
    ...(length > (maxLength ?? length) ? ['maxLength' as const] : []),
    ...(pattern !== undefined && !new RegExp(pattern, 'u').test(value) ? ['pattern' as const] : []),
  ];
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
