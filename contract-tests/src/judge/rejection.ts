import type { OperationEntry } from '@vehicle-lookup/openapi/selectors';
import { records } from '../checks/records.ts';
import type { VerifiedContract } from '../plan/contract.ts';
import type { ContractOperation } from '../plan/document.ts';
import type { KnownData } from '../plan/known-data.ts';
import type { Request } from '../plan/request.ts';
import { LOCKED_OUT, retryAfter } from '../run/repeat.ts';
import type { ReceivedResponse } from '../run/response.ts';

/**
 * Detects a rejection caused by the account or the data: a plan without the operation (403), an exhausted allowance (429),
 * an unknown value (404) or an unknown second account (401). Such a response is unexpected but does not violate the contract.
 * A limit (429) may be checked before everything else, because the specification does not state the order of the checks.
 * @param wrongSecrets the number of previously sent invalid secrets, which may have caused a lockout
 * @returns the result for the request, or undefined if the response must be judged as the response to the request
 */
export function findRejection(
  request: Request,
  response: ReceivedResponse,
  { operations }: VerifiedContract,
  known: KnownData,
  wrongSecrets: number,
): Rejection | undefined {
  const { status } = response;
  const operation = operations.find(({ entry }) => entry.id === request.operation);
  const isExpected = String(status) === request.status;
  if (isExpected || !operation?.entry.statuses.includes(String(status))) return undefined;
  if (status === 429 && request.account !== 'exhausted')
    return notObserved("the account's allowance is exhausted (429)");
  if (status === 401 && request.status !== '401' && retryAfter(response, 0) !== undefined)
    return notObserved(LOCKED_OUT);
  if (status === 401 && request.account) {
    return notObserved(
      `the data's account "${request.account}" is not known to the service (401); provide valid credentials`,
    );
  }
  if (request.probeOf || request.kind === 'again' || request.status === '401') return undefined;
  if (status === 403)
    return { state: 'not-applicable', reason: "the account's plan does not include the operation (403)" };
  if (status === 401 && wrongSecrets > 0) {
    return { ...notObserved(`the account is locked after ${wrongSecrets} invalid secrets (401)`), isBodyOpen: true };
  }
  // A second value comes from an earlier response of the service.
  if (status !== 404 || !['200', '403'].includes(request.status) || request.second !== undefined) return undefined;
  const reason =
    unknownValue(request, operation.entry.parameters, known) ?? missingData(request, operation, operations, known);
  return reason === undefined ? undefined : notObserved(reason);
}

/** The value length that every server is expected to accept in a URL. */
const LONG_VALUE = 2000;

/**
 * Detects a rejection by a server or proxy in front of the API. It may reject a long URL (414, under the assumption
 * `other-statuses`) and control characters that the document does not exclude (400).
 */
export function rejectionBefore({ kind, query }: Request, { status }: ReceivedResponse): Rejection | undefined {
  const values = query.map(([, value]) => value);
  if (status === 414 && values.some(({ length }) => length > LONG_VALUE))
    return { ...notObserved('the URL is longer than the server accepts (414)'), isBodyOpen: true };
  if (status === 400 && kind === 'unknown-value' && values.some((value) => /\p{Cc}/u.test(value)))
    return { ...notObserved('a value with a control character is rejected as malformed (400)'), isBodyOpen: true };
  return undefined;
}

/** The reason why a response is not judged as the response to its request. */
export interface Rejection {
  /** `not-applicable`: the account cannot get the response. */
  state: 'not-observed' | 'not-applicable';
  reason: string;
  /** Whether the body is unspecified: neither a clause nor an assumption describes it. */
  isBodyOpen?: true;
}

const notObserved = (reason: string): Rejection => ({ state: 'not-observed', reason });

function unknownValue(
  { query }: Request,
  parameters: OperationEntry['parameters'],
  known: KnownData,
): string | undefined {
  const names = Object.keys(parameters);
  if (known.giverOf(query.filter(([name]) => name in parameters))) return undefined;
  const sent = Object.fromEntries(query);
  const hadSuccess = (name: string) =>
    [...known.successes.values()].some((success) => success.parameters[name] === sent[name]);
  const given = names.filter((name) => known.sourceOf(name) === 'given' && !hadSuccess(name));
  if (given.length > 0)
    return `the data's ${given.join(', ')} is not known to the service (404); provide a known value`;
  const guessed = names.filter((name) => known.sourceOf(name) === 'documented');
  if (guessed.length === 0) return undefined;
  const origins = guessed.flatMap((name) => known.missedBy(name) ?? []);
  const because = origins.length > 0 ? `; ${origins.join('; ')}` : '';
  return `the service has no data for the document's example (404); provide its own ${guessed.join(', ')} as data${because}`;
}

/**
 * Returns the reason why a value from another operation may have no data here: the status table allows a 404 that is based on a
 * clause. Operations that return the same records must find the same vehicle.
 */
function missingData(
  { query }: Request,
  operation: ContractOperation,
  operations: readonly ContractOperation[],
  known: KnownData,
): string | undefined {
  const { entry, restsOf } = operation;
  if (restsOf('404').assumption !== undefined) return undefined;
  const names = Object.keys(entry.parameters);
  const sent = new Map(query);
  const found = operations.some(
    (other) =>
      fieldsOf(other) === fieldsOf(operation) &&
      names.every((name) => known.successes.get(other.entry.id)?.parameters[name] === sent.get(name)),
  );
  if (found) return undefined;
  return `${entry.id} has no data for this ${names.join(' and ')} (404), which is valid; provide a value with data`;
}

/** Returns the field names of an operation's documented record. */
const fieldsOf = ({ bodies }: ContractOperation): string => Object.keys(records(bodies['200']?.[0])[0] ?? {}).join();
