import {
  type Basis,
  checkParameter,
  type OperationEntry,
  type OperationTable,
  type ParameterRule,
  type QueryError,
  type QueryErrorKind,
  type Resolution,
  resolve,
} from '@vehicle-lookup/openapi/selectors';
import { defined } from '../../defined.ts';
import type { KnownData } from '../known-data.ts';
import { goodQuery, type Pair, type Request, replaced, without } from '../request.ts';

/** An invalid query, and its error. */
export interface InvalidQuery extends Pick<Request, 'parameter' | 'form'> {
  kind: QueryErrorKind;
  /** Distinguishes the requests of the same operation and kind. */
  detail: string;
  /** The check that a service may lack in a single operation. */
  breaks?: string;
  query: Pair[];
}

/**
 * Derives invalid requests with one error each from an operation's valid request. Selectors are not omitted, because the
 * remaining query may be a valid request of another operation.
 */
export function wrongRequests(table: OperationTable, entry: OperationEntry, known: KnownData): InvalidQuery[] {
  const good = goodQuery(entry, known);
  return [
    ...severalSelectors(table, entry, good),
    ...selectorValues(table, entry, good),
    { kind: 'unknown-parameter', detail: '', query: [...good, [undocumentedName(table), '1']] },
    ...foreignParameter(table, entry, good, known),
    ...good.map((pair): InvalidQuery => ({ kind: 'repeated-parameter', detail: pair[0], query: [...good, pair] })),
    ...required(entry).map(
      (name): InvalidQuery => ({
        kind: 'missing-parameter',
        detail: name,
        parameter: name,
        breaks: `missing ${name}`,
        query: without(good, name),
      }),
    ),
    ...malformedParameters(entry, good, known),
  ];
}

const required = ({ parameters }: OperationEntry): string[] =>
  Object.keys(parameters).filter((name) => parameters[name]?.required);

/** Combines the selectors of this operation and of another, preferably later operation, if no operation has both. */
function severalSelectors({ operations }: OperationTable, entry: OperationEntry, good: Pair[]): InvalidQuery[] {
  const start = operations.findIndex(({ id }) => id === entry.id);
  const others = [...operations.slice(start + 1), ...operations.slice(0, start)].map(({ selectors }) => selectors);
  // The default operation has no selector: take the selectors of two other operations.
  const isDefault = Object.keys(entry.selectors).length === 0;
  const chosen = isDefault ? (others.find((selectors) => Object.keys(selectors).length > 0) ?? {}) : entry.selectors;
  const sent = new Set(good.map(([name]) => name));
  const clashes = others.filter((selectors) => {
    const names = Object.keys({ ...chosen, ...selectors });
    return !operations.some((other) => names.every((name) => name in other.selectors));
  });
  // If the parameters suffice for both operations, a service that chooses either operation returns its data.
  const suffices = (selectors: Readonly<Record<string, string>>): boolean =>
    operations.some((other) => other.selectors === selectors && required(other).every((name) => sent.has(name)));
  const clash = clashes.find(suffices) ?? clashes[0];
  if (!clash) return [];
  const query = [...good, ...Object.entries({ ...chosen, ...clash }).filter(([name]) => !sent.has(name))];
  const breaks = suffices(clash) ? { breaks: 'several selectors' } : {};
  return [{ kind: 'several-selectors', detail: '', ...breaks, query }];
}

function selectorValues(table: OperationTable, entry: OperationEntry, good: Pair[]): InvalidQuery[] {
  return Object.keys(entry.selectors).flatMap((name) => {
    const allowed = table.operations.map(({ selectors }) => selectors[name]);
    // A service that interprets the value as "off" selects the default operation, if that operation accepts the other parameters.
    const hasDefault = queryError(table, without(good, name)) === undefined;
    return ['0', 'true', '']
      .filter((value) => !allowed.includes(value))
      .map((value): InvalidQuery => {
        const breaks = value === 'true' ? 'selector on' : hasDefault ? 'selector off' : undefined;
        const query = replaced(good, name, value);
        return { kind: 'selector-value', detail: `${name}=${value}`, form: value, ...defined({ breaks }), query };
      });
  });
}

/** Resolves a query without credentials, as if it had credentials. */
export const resolveQuery = (table: OperationTable, query: readonly Pair[]): Resolution =>
  resolve(table, [...table.credentials.map((name): Pair => [name, '-']), ...query]);

/** Returns the error of a query, ignoring its credentials. */
export function queryError(table: OperationTable, query: readonly Pair[]): QueryError | undefined {
  const resolution = resolveQuery(table, query);
  return resolution.ok ? undefined : resolution.error;
}

/** Returns the basis that an invalid query violates: an assumption if there is one, otherwise a clause. */
export const basisOf = ({ clause, assumption }: Basis): Basis =>
  assumption === undefined ? defined({ clause }) : { assumption };

/** Returns a parameter name that no operation has. */
function undocumentedName({ operations, credentials }: OperationTable): string {
  const documented = operations.flatMap(({ selectors, parameters }) => Object.keys({ ...selectors, ...parameters }));
  let name = 'undocumented';
  while (documented.includes(name) || credentials.includes(name)) name += '-';
  return name;
}

/** Returns a request with the first documented parameter that the operation does not accept. */
function foreignParameter(
  { operations }: OperationTable,
  entry: OperationEntry,
  good: Pair[],
  known: KnownData,
): InvalidQuery[] {
  const pairs = operations.flatMap(({ id, parameters }) =>
    Object.keys(parameters).map((name): Pair => [name, known.value(id, name)]),
  );
  const foreign = pairs.find(([name]) => !(name in entry.parameters) && !(name in entry.selectors));
  return foreign ? [{ kind: 'foreign-parameter', detail: foreign[0], query: [...good, foreign] }] : [];
}

/** Returns requests with malformed values, each similar to a valid value. */
const malformedParameters = (entry: OperationEntry, good: Pair[], known: KnownData): InvalidQuery[] =>
  Object.entries(entry.parameters).flatMap(([name, rule]) => {
    const forms = (rule.type === 'integer' ? integers : texts)(rule, known.value(entry.id, name));
    const values = forms.map(([, value]) => value);
    return forms
      .filter(([, value], index) => values.indexOf(value) === index && checkParameter(rule, value) !== undefined)
      .map(([form, value, limit]) => ({
        kind: 'malformed-parameter',
        detail: `${name} ${form}`,
        parameter: name,
        form,
        ...(limit === undefined ? {} : { breaks: `${name} ${limit}` }),
        query: [...without(good, name), [name, value]],
      }));
  });

/** The form of a malformed value, the value, and the limit of the only rule that it violates. */
type MalformedValue = [form: string, value: string, limit?: string];

const integers = ({ minimum, maximum }: ParameterRule, good: string): MalformedValue[] => [
  ['empty', ''],
  ['text', 'x'],
  ...listIf<MalformedValue>(minimum !== undefined, ['below', String(Number(minimum) - 1), 'smallest']),
  // Number parsers of common frameworks accept these forms.
  ['hexadecimal', '0x10'],
  ['exponent', '1e3'],
  // Every number parser accepts leading white space, a sign and leading zeros.
  ['leading blank', ` ${good}`, 'notation'],
  ['rest behind', `${good}x`],
  ['sign', `+${good}`, 'notation'],
  ['leading zero', `0${good}`, 'notation'],
  ['fraction', `${good}.5`],
  ...listIf<MalformedValue>(maximum !== undefined, ['above', String(Number(maximum) + 1)]),
];

const texts = ({ minLength = 0, maxLength = Number.NaN }: ParameterRule, good: string): MalformedValue[] => [
  // A service that trims its input or changes the case accepts the first two values.
  ['lower case', good.toLowerCase()],
  ['leading blank', ` ${good.slice(1)}`],
  ['empty', ''],
  ...listIf<MalformedValue>(minLength > 0, ['short', good.slice(0, minLength - 1), 'shortest']),
  ...listIf<MalformedValue>(maxLength >= 0, ['long', good.padEnd(maxLength + 1, good.slice(-1)), 'longest']),
  ['upper case', good.toUpperCase()],
  ['trailing blank', `${good} `],
  // A pattern may exclude single letters. An incorrect rule may allow any of them.
  ...[...'IOQABCDEFGHJKLMNPRSTUVWXYZ'].map((letter): MalformedValue => [letter, good.slice(0, -1) + letter, letter]),
  ...[...'!éΩ'].map((character): MalformedValue => [character, good.slice(0, -1) + character]),
];

const listIf = <T>(condition: boolean, element: T): T[] => (condition ? [element] : []);

const FILLERS = ['Z', 'z', '9', '0'];
const LENGTH = 24;

/** Returns a valid value for which no service has an entry. Undefined if no such value can be derived from the rule. */
export function unknownValue(rule: ParameterRule, good: string): string | undefined {
  const length = Math.min(rule.maxLength ?? LENGTH, Math.max(LENGTH, rule.minLength ?? 0));
  const candidates =
    rule.type === 'integer'
      ? [String(rule.maximum ?? Number.MAX_SAFE_INTEGER)]
      : FILLERS.map((filler) => filler.repeat(length));
  return candidates.find((value) => value !== good && checkParameter(rule, value) === undefined);
}
