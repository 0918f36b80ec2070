import type { OperationEntry } from '@vehicle-lookup/openapi/selectors';
import { records } from '../checks/records.ts';
import type { VerifiedContract } from '../plan/contract.ts';
import type { ContractOperation } from '../plan/document.ts';
import type { KnownData } from '../plan/known-data.ts';
import type { Request } from '../plan/request.ts';
import { LOCKED_OUT, retryAfter } from '../run/repeat.ts';
import type { ReceivedResponse } from '../run/response.ts';

/**
 * A service may reject a valid request for reasons that lie in the account or in the data: a plan without the operation
 * (403), an exhausted allowance (429), a value that it has no entry for (404), another account that it does not know
 * (401). None of them is the expected response, and none breaks the contract. A limit (429) may come before
 * everything else: the specification does not say which check comes first.
 * @param wrongSecrets how many were sent before: a service may lock the account out
 * @returns what becomes of the request, or undefined where the response has to be judged as what was asked for
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
    return notObserved('the allowance of the account is exhausted (429)');
  if (status === 401 && request.status !== '401' && retryAfter(response, 0) !== undefined)
    return notObserved(LOCKED_OUT);
  if (status === 401 && request.account) {
    return notObserved(
      `the data's account "${request.account}" is not known to the service (401); provide valid credentials`,
    );
  }
  if (request.probeOf || request.kind === 'again' || request.status === '401') return undefined;
  if (status === 403) return { state: 'not-applicable', reason: 'the plan of the account does not include it (403)' };
  if (status === 401 && wrongSecrets > 0) {
    return { ...notObserved(`the account is locked out after ${wrongSecrets} wrong secrets (401)`), isBodyOpen: true };
  }
  // A second value is one that the service gave itself.
  if (status !== 404 || !['200', '403'].includes(request.status) || request.second !== undefined) return undefined;
  const reason =
    unknownValue(request, operation.entry.parameters, known) ?? missingData(request, operation, operations, known);
  return reason === undefined ? undefined : notObserved(reason);
}

/** Servers accept an address of this many bytes. */
const LONG_VALUE = 2000;

/**
 * What stands before the interface, a server or a proxy, may reject a long address (414, by the assumption other-statuses) and
 * control characters that the document does not exclude (400).
 */
export function rejectionBefore({ kind, query }: Request, { status }: ReceivedResponse): Rejection | undefined {
  const values = query.map(([, value]) => value);
  if (status === 414 && values.some(({ length }) => length > LONG_VALUE))
    return { ...notObserved('the address is longer than the server accepts (414)'), isBodyOpen: true };
  if (status === 400 && kind === 'unknown-value' && values.some((value) => /\p{Cc}/u.test(value)))
    return { ...notObserved('a value with a control character is rejected as malformed (400)'), isBodyOpen: true };
  return undefined;
}

/** Why a response is not judged as the one that was asked for. */
export interface Rejection {
  /** `not-applicable`: the account cannot get it. */
  state: 'not-observed' | 'not-applicable';
  reason: string;
  /** Whether no clause and no assumption says what its body is. */
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
  if (given.length > 0) return `the data's ${given.join(', ')} is not known to the service (404); give one that is`;
  const guessed = names.filter((name) => known.sourceOf(name) === 'documented');
  if (guessed.length === 0) return undefined;
  const origins = guessed.flatMap((name) => known.missedBy(name) ?? []);
  const because = origins.length > 0 ? `; ${origins.join('; ')}` : '';
  return `the service has no data for the document's example (404); give its own ${guessed.join(', ')} as data${because}`;
}

/**
 * Why a value that another operation knows may have no data here: the status table says so of a 404 that rests on a clause.
 * Operations that return the same records find the same vehicle.
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
  return `${entry.id} has no data for this ${names.join(' and ')} (404), which is valid; give one with data`;
}

/** The fields of the documented record of an operation. */
const fieldsOf = ({ bodies }: ContractOperation): string => Object.keys(records(bodies['200']?.[0])[0] ?? {}).join();
