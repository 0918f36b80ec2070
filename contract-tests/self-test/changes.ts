import { records } from '../src/checks/records.ts';
import { account } from './correct-service.ts';
import type { ResponseChange, ServiceRequest, ServiceResponse } from './service.ts';

/** A body of any structure, which faults can change. */
// biome-ignore lint/suspicious/noExplicitAny: a fault may change anything
export type AnyBody = any;

/** Changes the responses that satisfy a predicate. */
export const where =
  (holds: (correct: ServiceResponse, request: ServiceRequest) => boolean, change: ResponseChange): ResponseChange =>
  (correct, request) =>
    holds(correct, request) ? change(correct, request) : correct;

/** Changes the bodies of successes. The function changes the body in place or returns a new body. */
export const success = (change: (body: AnyBody, request: ServiceRequest) => unknown): ResponseChange =>
  where(
    ({ status }, { method }) => status === 200 && method === 'GET',
    (correct, request) => withBody(correct, change(correct.body, request)),
  );

/** Changes the bodies of errors. The function changes the body in place or returns a new body. */
export const failure = (
  change: (body: AnyBody, request: ServiceRequest, correct: ServiceResponse) => unknown,
): ResponseChange =>
  where(
    ({ status }, { method }) => status >= 400 && method === 'GET',
    (correct, request) => withBody(correct, change(correct.body, request, correct)),
  );

const withBody = (correct: ServiceResponse, body: unknown): ServiceResponse =>
  body === undefined ? correct : { ...correct, body };

/** Changes every record in the bodies of successes, in any envelope. */
export const eachRecord = (change: (record: AnyBody, request: ServiceRequest) => void): ResponseChange =>
  success((body, request) => {
    for (const record of records(body)) change(record, request);
  });

/**
 * Changes the value at a location in the bodies of successes; undefined removes the value.
 * @param pointer a JSON Pointer, where `*` means every element and `-1` the last element
 */
export const edit = (pointer: string, change: (value: AnyBody) => unknown): ResponseChange =>
  success((body) => editAt(body, pointer.split('/').slice(1), change));

function editAt(node: AnyBody, [key = '', ...rest]: string[], change: (value: AnyBody) => unknown): void {
  for (const place of key === '*' ? Object.keys(node) : [key === '-1' ? node.length - 1 : key]) {
    if (rest.length > 0) {
      editAt(node[place], rest, change);
      continue;
    }
    const value = change(node[place]);
    if (value === undefined) delete node[place];
    else node[place] = value;
  }
}

export const set = (pointer: string, value: unknown): ResponseChange => edit(pointer, () => value);
export const remove = (pointer: string): ResponseChange => edit(pointer, () => undefined);

/** Swaps two fields of the object at a location in the bodies of successes. */
export const swap = (pointer: string, first: string, second: string): ResponseChange =>
  edit(pointer, (object) => ({ ...object, [first]: object[second], [second]: object[first] }));

/** Changes the JSON text of successes. The function returns bytes if the encoding is not UTF-8. */
export const text = (change: (json: string) => string | Buffer): ResponseChange =>
  success((body) => change(JSON.stringify(body)));

/** Sets headers of responses to GET. */
export const headers = (
  headersOf: (request: ServiceRequest, correct: ServiceResponse) => Record<string, string>,
): ResponseChange =>
  where(
    ({ body }, { method }) => body !== '' && method === 'GET',
    (correct, request) => ({ ...correct, headers: { ...correct.headers, ...headersOf(request, correct) } }),
  );

/** Changes responses whose correct status is one of the given statuses. */
export const instead = (statuses: readonly number[], change: ResponseChange): ResponseChange =>
  where(({ status }, { method }) => method === 'GET' && statuses.includes(status), change);

/** Replaces one status with another. */
export const status = (from: number, to: number): ResponseChange =>
  instead([from], (correct) => ({ ...correct, status: to }));

/** Responds to an invalid request as if its query were different. If the changed query is also invalid, the response is unchanged. */
export const lenient = (
  statuses: readonly number[],
  change: (query: URLSearchParams, request: ServiceRequest) => void,
): ResponseChange =>
  instead(statuses, (correct, request) => {
    const other = request.correctResponseTo((query) => change(query, request));
    return other.status === 200 ? other : correct;
  });

/** Accepts a credential that satisfies a predicate. Its argument is undefined if the credential was not sent. */
export const accept = (name: keyof typeof account, holds: (sent: string | undefined) => unknown): ResponseChange =>
  lenient([401], (query) => {
    if (holds(query.get(name) ?? undefined)) query.set(name, account[name]);
  });

/** Accepts every request that satisfies a predicate, with any credentials. */
export const acceptAll = (
  statuses: readonly number[],
  holds: (query: URLSearchParams) => boolean = () => true,
): ResponseChange =>
  lenient(statuses, (query) => {
    if (holds(query)) setAll(query, account);
  });

/** Sets all given values in a query. */
export function setAll(query: URLSearchParams, values: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(values)) query.set(name, value);
}
