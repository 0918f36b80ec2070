import { isDeepStrictEqual } from 'node:util';
import { envelopes, validate } from '@vehicle-lookup/contract/validators';
import { joinWords, type OperationEntry, type OperationTable } from '@vehicle-lookup/openapi/selectors';
import type { EarlierSuccess } from '../../plan/known-data.ts';
import type { Request } from '../../plan/request.ts';
import { records } from '../records.ts';
import type { Violation } from '../violation.ts';

/**
 * The operation whose success a body is: one that the request has the parameters for, if there is one. A body that would be
 * right for its own operation inside or outside of a list is the response of that operation, in another form.
 * @param ownForms the forms in which it may be the response of its own operation
 */
export function answeredAs(
  body: unknown,
  { operation, query }: Pick<Request, 'operation' | 'query'>,
  { operations }: Pick<OperationTable, 'operations'>,
  ownForms: readonly unknown[] = [body, ...otherForms(body)],
): OperationEntry | undefined {
  if (records(body).length === 0) return undefined;
  const isResponseOf = (id: string, value: unknown): boolean => {
    const verdict = validate(id, 200, value);
    return verdict.ok && verdict.undocumented.length === 0 && envelopes(operation, 200).includes(verdict.envelope);
  };
  if (ownForms.some((value) => validate(operation, 200, value).ok)) return undefined;
  const found = operations.filter(({ id }) => id !== operation && isResponseOf(id, body));
  const sent = new Set(query.map(([name]) => name));
  return found.find(({ parameters }) => Object.keys(parameters).every((name) => sent.has(name))) ?? found[0];
}

/** The same record in a list, or the only one of a list alone. */
function otherForms(body: unknown): unknown[] {
  const { data } = Object(body);
  if (data === undefined) return [];
  return [{ ...Object(body), data: Array.isArray(data) ? data[0] : [data] }];
}

/** A body that is the response of another operation: what came, and what to do. */
export function wrongRecord(
  body: unknown,
  own: OperationEntry,
  other: OperationEntry,
): Pick<Violation, 'title' | 'expected' | 'got' | 'next'> {
  const isList = Array.isArray(Object(body).data ?? body);
  const all = records(body);
  const names = Object.keys(all[0] ?? {});
  const fields = `${names.slice(0, MOST_NAMES).join(', ')}${names.length > MOST_NAMES ? ', …' : ''}`;
  const what = isList ? `a list of ${all.length}, each with ${fields}` : `one record: ${fields}`;
  const form = isList ? '' : ' A list around this record would not help.';
  return {
    title: `${own.id} is answered as ${other.id}`,
    expected: `the response of ${own.id}`,
    got: `the response of ${other.id} (${what}) to ${selectorText(own)}`,
    next: `Make the service obey ${selectorText(own)}: it answers as if ${insteadText(other)}.${form}`,
  };
}

const MOST_NAMES = 3;

/** `getEngines=1`; of an operation without a selector its parameters. */
export function selectorText({ selectors, parameters }: OperationEntry): string {
  const pairs = Object.entries(selectors).map(([name, value]) => `${name}=${value}`);
  return (pairs.length > 0 ? pairs : Object.keys(parameters)).join(' and ');
}

const insteadText = (other: OperationEntry): string =>
  Object.keys(other.selectors).length > 0
    ? `${selectorText(other)} were sent in its place`
    : `only ${selectorText(other)} were sent`;

/**
 * Whether a service ignored the selector and sent the response of another one. Two empty lists prove nothing.
 * @param entry the operation that was asked
 * @param others operations whose responses cannot have the same content
 */
export function selectorIgnored(
  body: unknown,
  entry: OperationEntry,
  others: readonly string[],
  { earlier, operations }: { earlier: EarlierSuccess; operations: readonly OperationEntry[] },
): { other: string; violation: Violation }[] {
  const content = contentOf(body);
  if (content.length === 0) return [];
  const sent = (id: string): string => {
    const operation = operations.find((one) => one.id === id);
    return operation ? selectorText(operation) : id;
  };
  return others
    .filter((other) => isDeepStrictEqual(content, contentOf(earlier(other)?.body)))
    .map((other) => ({
      other,
      violation: {
        code: 'selector-ignored',
        title: `${entry.id} is answered with the list of ${other}`,
        expected: `another response than that of ${other}`,
        got: `the ${content.length} entries of ${other}, the same as to ${sent(other)}`,
        // A valid response to the plain request came before, so the selector is not ignored as a whole.
        next: earlier(entry.id)
          ? `The plain request of ${entry.id} has other entries: a ${joinWords(Object.keys(entry.parameters), 'or')} that is not matched must not fall back to ${other}.`
          : `${sent(entry.id)} runs ${other}: route it to ${entry.id}.`,
      },
    }));
}

/** The lists and records of a body; other fields, such as a time, differ from response to respond. */
function contentOf(body: unknown): unknown[] {
  if (Array.isArray(body)) return body;
  if (typeof body !== 'object' || body === null) return [];
  return Object.values(body).flatMap((member) => (typeof member === 'object' && member !== null ? member : []));
}
