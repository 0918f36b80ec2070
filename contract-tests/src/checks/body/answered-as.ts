import { envelopes, validate } from '@vehicle-lookup/contract/validators';
import type { OperationEntry, OperationTable } from '@vehicle-lookup/openapi/selectors';
import type { Request } from '../../plan/request.ts';
import type { FoundViolation } from '../check.ts';
import { records } from '../records.ts';

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

/** The same record in a list, or the only record of a list without the list. */
function otherForms(body: unknown): unknown[] {
  const { data } = Object(body);
  if (data === undefined) return [];
  return [{ ...Object(body), data: Array.isArray(data) ? data[0] : [data] }];
}

/** A body that is the response of another operation: what came, and what to do. */
export const wrongRecord = (
  own: OperationEntry,
  other: OperationEntry,
): Pick<FoundViolation, 'title' | 'expected' | 'got' | 'next'> => ({
  title: `${own.id} returns the response of ${other.id}`,
  expected: `the response of ${own.id}`,
  got: `the response of ${other.id} to ${selectorText(own)}`,
  next: `Make the service obey ${selectorText(own)}: it behaves as if ${selectorText(other)} were sent instead.`,
});

/** `getEngines=1`; of an operation without a selector its parameters. */
export function selectorText({ selectors, parameters }: OperationEntry): string {
  const pairs = Object.entries(selectors).map(([name, value]) => `${name}=${value}`);
  return pairs.length > 0 ? pairs.join(' and ') : `only ${Object.keys(parameters).join(' and ')}`;
}
