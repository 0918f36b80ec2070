import type { TrafficExchange } from '@vehicle-lookup/contract/recording';
import {
  checkParameter,
  type OperationEntry,
  type OperationTable,
  type ParameterRule,
  type QueryErrorKind,
  resolve,
} from '@vehicle-lookup/openapi/selectors';
import { shownValue } from '../checks/received.ts';
import { groupBy } from '../group-by.ts';
import type { VerifiedContract } from '../plan/contract.ts';
import type { KnownData } from '../plan/known-data.ts';
import type { CredentialFault, Pair, Request } from '../plan/request.ts';
import { basisOf, resolveQuery } from '../plan/requests/invalid-requests.ts';
import type { NoResponse, ReceivedResponse } from '../run/response.ts';
import { WRONG_LENGTH } from '../run/send.ts';

/**
 * Classifies a recorded request. Returns undefined if the contract does not state the expected response.
 * @param status the received status
 * @param hasOtherCredentials whether the credentials are in a header or added by another program, and thus not in the query
 * @param known the values provided by earlier responses
 */
export function trafficRequest(
  { table, operations }: VerifiedContract,
  pairs: readonly Pair[],
  status: number,
  hasOtherCredentials: boolean,
  known?: Pick<KnownData, 'giverOf'>,
): Request | undefined {
  const query = pairs.filter(([name]) => !table.credentials.includes(name));
  const faults = hasOtherCredentials ? {} : credentialFaults(pairs, table);
  const resolution = resolveQuery(table, query);
  const id = resolution.ok ? resolution.operation : resolution.error.operation;
  const operation = operations.find(({ entry }) => entry.id === id);
  // If a request has two errors, the reported error is an assumption.
  if (!operation || (!resolution.ok && Object.keys(faults).length > 0)) return undefined;
  const { entry, restsOf } = operation;
  const create = (made: Pick<Request, 'kind' | 'status'> & Partial<Request>, detail: string): Request => ({
    id: `${entry.id} ${detail}`.trim(),
    operation: entry.id,
    rests: restsOf(made.status),
    query: query.map(([name, value]) => [name, isKnown(name, table) ? value : '***']),
    ...(Object.keys(faults).length > 0 ? { faults } : {}),
    ...made,
  });
  const came = String(status);
  const isRejection = entry.statuses.includes(came) && ['401', '403', '429'].includes(came);
  if (Object.keys(faults).length > 0) {
    if (isRejection && came !== '401') return create({ kind: 'rejection', status: came }, `rejected with ${came}`);
    const sent = Object.entries(faults).map(([name, fault]) => `${name} ${fault}`);
    const unfilled = resolve(table, pairs);
    const rests = unfilled.ok ? restsOf('401') : basisOf(unfilled.error);
    return create({ kind: 'missing-credentials', status: '401', rests }, `missing-credentials ${sent.join(' ')}`);
  }
  if (isRejection) return create({ kind: 'rejection', status: came }, `rejected with ${came}`);
  if (!resolution.ok) {
    const { kind } = resolution.error;
    const { detail = '', ...broken } = brokenParameter(kind, entry, query);
    return create({ kind, status: '400', rests: basisOf(resolution.error), ...broken }, `${kind} ${detail}`);
  }
  const values = query.filter(([name]) => name in entry.parameters);
  // A service may have no entry for a value, unless it returned the value itself.
  if (came === '404' && entry.statuses.includes(came) && !known?.giverOf(values)) {
    const [parameter = ''] = Object.keys(entry.parameters);
    return create({ kind: 'unknown-value', status: '404', parameter }, `unknown ${parameter}`);
  }
  return create({ kind: 'good', status: '200' }, 'good');
}

/** Returns whether the document has a parameter or selector with this name. The value of an unknown parameter may be a key. */
const isKnown = (name: string, { operations }: OperationTable): boolean =>
  operations.some(({ parameters, selectors }) => name in parameters || name in selectors);

function credentialFaults(pairs: readonly Pair[], { credentials }: OperationTable): Record<string, CredentialFault> {
  return Object.fromEntries(
    credentials.flatMap((name): [string, CredentialFault][] => {
      const values = pairs.filter(([other]) => other === name);
      if (values.length === 0) return [[name, 'absent']];
      if (values.length > 1) return [[name, 'twice']];
      return values[0]?.[1] === '' ? [[name, 'empty']] : [];
    }),
  );
}

/** Returns the missing or malformed parameter. `detail` uses the wording of case ids, so that a history can match the request. */
function brokenParameter(
  kind: QueryErrorKind,
  { parameters }: OperationEntry,
  query: readonly Pair[],
): Pick<Request, 'parameter' | 'form'> & { detail?: string } {
  const values = Object.fromEntries(query);
  if (kind === 'missing-parameter') {
    const parameter = Object.keys(parameters).find((name) => values[name] === undefined);
    return parameter === undefined ? {} : { parameter, detail: parameter };
  }
  if (kind !== 'malformed-parameter') return {};
  for (const [parameter, rule] of Object.entries(parameters)) {
    const value = values[parameter];
    if (value === undefined || checkParameter(rule, value) === undefined) continue;
    const form = formOf(value, rule);
    return { parameter, form: form ?? shownValue(value), detail: `${parameter} ${form ?? 'another form'}` };
  }
  return {};
}

/** Returns the form of an invalid value as named in the cases. Undefined if no case has this form. */
function formOf(
  value: string,
  { minLength = 0, maxLength = Number.POSITIVE_INFINITY, type }: ParameterRule,
): string | undefined {
  if (value === '') return 'empty';
  if (type === 'integer') return undefined;
  if (value.length > maxLength) return 'long';
  if (value.length < minLength) return 'short';
  const letters = new Set([...value].filter((letter) => 'IOQ'.includes(letter)));
  return letters.size === 1 ? [...letters].join('') : undefined;
}

const CONDITIONS = ['if-none-match', 'if-modified-since'];

/** Returns the reason why a recorded response cannot be judged, as the end of a sentence. Undefined if it can be judged. */
export function whyUnjudged(exchange: TrafficExchange): string | undefined {
  const { status, isCached, requestHeaders, body, failure } = exchange;
  if (unreadableResponse(exchange)) return undefined;
  if (status === 0 || failure !== undefined) return 'were never completed (the caller may have aborted the request)';
  if (isCached) return 'come from the cache of the program that recorded them';
  if (status === 304 && CONDITIONS.some((name) => requestHeaders.includes(name)))
    return 'have status 304 because the request was conditional';
  return body === undefined ? 'have no body in the recording' : undefined;
}

/** The Chromium error codes that are caused by the response. */
const FAILURES: Readonly<Record<string, NoResponse | Pick<ReceivedResponse, 'unread'>>> = {
  ERR_CONTENT_DECODING_FAILED: { unread: 'undecodable' },
  ERR_CONTENT_LENGTH_MISMATCH: WRONG_LENGTH,
  ERR_INCOMPLETE_CHUNKED_ENCODING: {
    error: 'the connection was closed before the response was complete (ERR_INCOMPLETE_CHUNKED_ENCODING)',
    fault: 'broken',
  },
  ERR_INVALID_CHUNKED_ENCODING: {
    error: 'bytes that are not an HTTP response (ERR_INVALID_CHUNKED_ENCODING)',
    fault: 'malformed',
  },
};

/** Returns the fault of a response that the recording browser could not read. */
export const unreadableResponse = ({ failure = '' }: TrafficExchange): (typeof FAILURES)[string] | undefined =>
  FAILURES[failure];

/**
 * Returns notes about the limits of the recorded traffic.
 * @param unjudged the reason for each response that was not judged
 * @param otherCredentials the number of requests with unknown credentials
 */
export function notesOn(
  exchanges: readonly TrafficExchange[],
  unjudged: readonly string[],
  cutLines: number,
  otherCredentials: number,
): string[] {
  const of = (number: number, text: string): string[] =>
    number === 0 ? [] : [`${number} of ${exchanges.length} responses ${text}`];
  const count = (holds: (exchange: TrafficExchange) => boolean) => exchanges.filter(holds).length;
  const isDecoded = count((exchange) => exchange.isDecoded);
  const hasNoHeaders = count(({ headers }) => headers.length <= 1);
  const hasNoTime = count(({ started }) => started === undefined);
  const origins = new Set(exchanges.map(({ url }) => new URL(url).origin));
  return [
    `${exchanges.length - unjudged.length} recorded responses were judged; no requests were sent`,
    ...[...groupBy(unjudged, (why) => why)].flatMap(([why, alike]) => of(alike.length, `${why}: they were not judged`)),
    ...of(isDecoded, 'were decoded when they were recorded: their encoding was not judged'),
    ...of(hasNoHeaders, 'have no headers in the recording: none were judged'),
    ...of(hasNoTime, 'have no time in the recording: their clocks were not judged'),
    ...of(
      otherCredentials,
      'belong to requests without credentials in the query: whether credentials are required was not judged',
    ),
    ...(cutLines === 0 ? [] : [`truncated lines that were omitted: ${cutLines}`]),
    ...(origins.size > 1 ? [`responses from ${origins.size} origins were judged as one service`] : []),
  ];
}
