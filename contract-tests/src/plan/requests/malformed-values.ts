import { checkParameter, type ParameterRule } from '@vehicle-lookup/openapi/selectors';

/** A value that a parameter's rule rejects, and what is wrong with it. */
export interface MalformedValue {
  form: string;
  value: string;
  /** The limit of the rule that it alone breaks, where the rule has several. */
  limit?: string;
}

/**
 * Values that a parameter's rule rejects, each near to a good one.
 * @param good a value that keeps the rule
 */
export function malformedValues(rule: ParameterRule, good: string): MalformedValue[] {
  const candidates = rule.type === 'integer' ? integers(rule, good) : texts(rule, good);
  const values = candidates.map(([, value]) => value);
  return candidates
    .filter(([, value], index) => values.indexOf(value) === index && checkParameter(rule, value) !== undefined)
    .map(([form, value]) => ({
      form,
      value,
      ...(rule.type === 'integer' || form !== 'leading blank' ? limitOf(form) : {}),
    }));
}

const LIMITS: Readonly<Record<string, { limit: string }>> = {
  short: { limit: 'shortest' },
  long: { limit: 'longest' },
  below: { limit: 'smallest' },
  // Every number parser accepts them.
  'leading blank': { limit: 'notation' },
  'leading zero': { limit: 'notation' },
  sign: { limit: 'notation' },
};

/** A careless rule may allow any one letter. */
const limitOf = (form: string): { limit?: string } => LIMITS[form] ?? (/^[A-Z]$/.test(form) ? { limit: form } : {});

type FormAndValue = [form: string, value: string];

function integers({ minimum, maximum }: ParameterRule, good: string): FormAndValue[] {
  return [
    ['empty', ''],
    ['text', 'x'],
    ...(minimum === undefined ? [] : ([['below', String(minimum - 1)]] as FormAndValue[])),
    // The number parsers of common frameworks accept these forms.
    ['hexadecimal', '0x10'],
    ['exponent', '1e3'],
    ['leading blank', ` ${good}`],
    ['rest behind', `${good}x`],
    ['sign', `+${good}`],
    ['leading zero', `0${good}`],
    ['fraction', `${good}.5`],
    ...(maximum === undefined ? [] : ([['above', String(maximum + 1)]] as FormAndValue[])),
  ];
}

function texts({ minLength = 0, maxLength }: ParameterRule, good: string): FormAndValue[] {
  return [
    // A service that folds or trims what it gets takes the first ones.
    ['lower case', good.toLowerCase()],
    ['leading blank', ` ${good.slice(1)}`],
    ['empty', ''],
    ...(minLength > 0 ? ([['short', good.slice(0, minLength - 1)]] as FormAndValue[]) : []),
    ...(maxLength === undefined ? [] : ([['long', good.padEnd(maxLength + 1, good.slice(-1))]] as FormAndValue[])),
    ['upper case', good.toUpperCase()],
    ['trailing blank', `${good} `],
    // A pattern may leave out single letters.
    ...[...'IOQABCDEFGHJKLMNPRSTUVWXYZ!éΩ'].map(
      (character): FormAndValue => [character, good.slice(0, -1) + character],
    ),
  ];
}

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
