import { checkParameter, type OperationTable } from '@vehicle-lookup/openapi/selectors';
import { RunError } from '../run-error.ts';

/**
 * Known data of a service: parameter values by name, values without an entry in the service as `missing<Name>`, and the
 * accounts `forbidden` (its plan lacks operations) and `exhausted`.
 */
export type ServiceData = Readonly<Record<string, string | number | Readonly<Record<string, string>>>>;

/** Further accounts that a run may use. */
export type OtherAccounts = Partial<Record<'forbidden' | 'exhausted', Record<string, string>>>;

const ACCOUNTS = ['forbidden', 'exhausted'] as const;

/** Returns the name of a missing value, such as `missingVin`. */
const missingName = (name: string): string => `missing${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/**
 * Validates the data of a run and splits it into its parts.
 * @throws RunError if the data is invalid. The message does not contain the value, which may be a misplaced key.
 */
export function readData(
  data: unknown,
  { operations, credentials }: OperationTable,
): Record<'given' | 'missing', Record<string, string>> & { accounts: OtherAccounts } {
  const names = [...new Set(operations.flatMap(({ parameters }) => Object.keys(parameters)))];
  if (typeof data !== 'object' || data === null || Array.isArray(data))
    throw new RunError('--data: expected a JSON object');
  const found = data as Record<string, unknown>;
  const known = [...names, ...names.map(missingName), ...ACCOUNTS];
  if (Object.keys(found).some((name) => !known.includes(name))) {
    throw new RunError(`--data: one of the names is not a documented parameter; expected one of ${known.join(', ')}`);
  }
  const textOf = (member: string, name: string): string[] => {
    const value = found[member];
    if (value === undefined) return [];
    if (typeof value !== 'string' && !Number.isSafeInteger(value)) {
      throw new RunError(`--data: ${member}: expected a string or an integer, got ${kindOf(value)}`);
    }
    const text = String(value);
    // The service would correctly reject an invalid value and would be reported for the rejection.
    const rules = operations.flatMap(({ parameters }) => parameters[name] ?? []);
    const [expected] = rules.flatMap((rule) => checkParameter(rule, text) ?? []);
    if (expected !== undefined) throw new RunError(`--data: ${member}: ${expected}, as the document states`);
    if (text === '') throw new RunError(`--data: ${member}: expected a string or an integer, got an empty string`);
    return [text];
  };
  const accounts = ACCOUNTS.filter((name) => found[name] !== undefined);
  return {
    given: Object.fromEntries(names.flatMap((name) => textOf(name, name).map((text) => [name, text]))),
    missing: Object.fromEntries(names.flatMap((name) => textOf(missingName(name), name).map((text) => [name, text]))),
    accounts: Object.fromEntries(accounts.map((name) => [name, readAccount(name, found[name], credentials)])),
  };
}

/** Returns the type of a JSON value for a message. */
const kindOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'a list' : (KINDS[typeof value] ?? '');

const KINDS: Readonly<Record<string, string>> = {
  number: 'a number that is not an integer',
  object: 'an object',
  boolean: 'a boolean',
};

function readAccount(account: string, value: unknown, names: readonly string[]): Record<string, string> {
  const given = (value ?? {}) as Record<string, unknown>;
  const form = `expected an object with ${names.join(' and ')}`;
  if (Object.keys(given).some((name) => !names.includes(name))) {
    throw new RunError(`--data: ${account}: one of the names is unknown; ${form}`);
  }
  if (names.some((name) => typeof given[name] !== 'string' || given[name] === '')) {
    throw new RunError(`--data: ${account}: ${form}, each a string`);
  }
  return Object.fromEntries(names.map((name) => [name, String(given[name])]));
}
