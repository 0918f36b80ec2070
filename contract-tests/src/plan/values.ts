import { checkParameter, type ParameterRule } from '@vehicle-lookup/operations';

/**
 * Values that a parameter's rule refuses, each near to a good one.
 * @param good a value that keeps the rule
 */
export function malformedValues(rule: ParameterRule, good: string): string[] {
  const candidates = rule.type === 'integer' ? integers(rule, good) : texts(rule, good);
  return [...new Set(candidates)].filter((value) => checkParameter(rule, value) !== undefined);
}

function integers({ minimum, maximum }: ParameterRule, good: string): string[] {
  const outside = [...(minimum === undefined ? [] : [minimum - 1]), ...(maximum === undefined ? [] : [maximum + 1])];
  // The forms that number parsers of common frameworks let pass.
  return ['', 'x', `${good}x`, ` ${good}`, `+${good}`, `0${good}`, `${good}.5`, '0x10', '1e3', ...outside.map(String)];
}

function texts({ minLength = 0, maxLength }: ParameterRule, good: string): string[] {
  const short = minLength > 0 ? [good.slice(0, minLength - 1)] : [];
  const long = maxLength === undefined ? [] : [good.padEnd(maxLength + 1, good.slice(-1))];
  const changed = ['!', 'é', 'Ω'].map((character) => good.slice(0, -1) + character);
  return [
    '',
    ...short,
    ...long,
    good.toLowerCase(),
    good.toUpperCase(),
    ` ${good.slice(1)}`,
    `${good} `,
    ...letters(good),
    ...changed,
  ];
}

/** Every letter in place of the last character: a pattern may leave out single ones. */
const letters = (good: string): string[] =>
  [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((letter) => good.slice(0, -1) + letter);

const FILLERS = ['Z', 'z', '9', '0'];
const LENGTH = 24;

/** A value that keeps the rule and that no service has an entry for, or undefined where none follows from the rule. */
export function unknownValue(rule: ParameterRule, good: string): string | undefined {
  const length = Math.min(rule.maxLength ?? LENGTH, Math.max(LENGTH, rule.minLength ?? 0));
  const candidates =
    rule.type === 'integer'
      ? [String(rule.maximum ?? Number.MAX_SAFE_INTEGER)]
      : FILLERS.map((filler) => filler.repeat(length));
  return candidates.find((value) => value !== good && checkParameter(rule, value) === undefined);
}
