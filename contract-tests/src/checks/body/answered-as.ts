import { envelopes, validate } from '@vehicle-lookup/contract/validators';
import type { OperationEntry, OperationTable } from '@vehicle-lookup/openapi/selectors';
import type { Request } from '../../plan/request.ts';
import type { FoundViolation } from '../check.ts';
import { records } from '../records.ts';

/**
 * Returns the other operation whose successful response a body matches, preferably an operation with parameters that the request has.
 * A body that its own operation allows, with or without a list around the record, does not match another operation.
 * @param ownForms the variants of the body that may be the response of its own operation
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

/** Returns the body with its record in a list, or with the first record of its list instead of the list. */
function otherForms(body: unknown): unknown[] {
  const { data } = Object(body);
  if (data === undefined) return [];
  return [{ ...Object(body), data: Array.isArray(data) ? data[0] : [data] }];
}

/** Returns the finding texts for a body that is the response of another operation. */
export const wrongRecord = (
  own: OperationEntry,
  other: OperationEntry,
): Pick<FoundViolation, 'title' | 'expected' | 'got' | 'next'> => ({
  title: `${own.id} returns the response of ${other.id}`,
  expected: `the response of ${own.id}`,
  got: `the response of ${other.id} to ${selectorText(own)}`,
  next: `Make the service obey ${selectorText(own)}: it behaves as if ${selectorText(other)} were sent instead.`,
});

/** Returns the selectors of an operation, such as `getEngines=1`, or the parameters if the operation has no selector. */
export function selectorText({ selectors, parameters }: OperationEntry): string {
  const pairs = Object.entries(selectors).map(([name, value]) => `${name}=${value}`);
  return pairs.length > 0 ? pairs.join(' and ') : `only ${Object.keys(parameters).join(' and ')}`;
}
