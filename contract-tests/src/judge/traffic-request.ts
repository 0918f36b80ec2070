import type { TrafficExchange } from '@vehicle-lookup/contract/recording';
import {
  type Basis,
  type OperationEntry,
  type OperationTable,
  type QueryErrorKind,
  resolve,
} from '@vehicle-lookup/openapi/selectors';
import type { VerifiedContract } from '../plan/contract.ts';
import { type CredentialFault, formText, type Pair, type Request } from '../plan/request.ts';

/**
 * What a recorded request is an instance of; undefined where the contract does not say what it expects.
 * @param status the one that came
 * @param hasOtherCredentials whether another program adds them, or they are in a header: then the query says nothing of them
 */
export function trafficRequest(
  { table, operations }: VerifiedContract,
  pairs: readonly Pair[],
  status: number,
  hasOtherCredentials: boolean,
): Request | undefined {
  const query = pairs.filter(([name]) => !table.credentials.includes(name));
  const faults = hasOtherCredentials ? {} : credentialFaults(pairs, table);
  const filled: Pair[] = [...table.credentials.map((name): Pair => [name, '-']), ...query];
  const resolution = resolve(table, formText(filled));
  const id = resolution.ok ? resolution.operation : resolution.error.operation;
  const operation = operations.find(({ entry }) => entry.id === id);
  // Two mistakes in one request: which one is answered is an assumption.
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
    const unfilled = resolve(table, formText(pairs));
    const rests = unfilled.ok ? restsOf('401') : basisOf(unfilled.error);
    return create({ kind: 'missing-credentials', status: '401', rests }, `missing-credentials ${sent.join(' ')}`);
  }
  if (isRejection) return create({ kind: 'rejection', status: came }, `rejected with ${came}`);
  if (!resolution.ok) {
    const { kind } = resolution.error;
    const rests = basisOf(resolution.error);
    return create({ kind, status: '400', rests }, `${kind} ${detailOf(kind, entry, query)}`);
  }
  const [parameter = ''] = Object.keys(entry.parameters).filter((name) => entry.parameters[name]?.required);
  if (came === '404' && entry.statuses.includes(came)) {
    return create({ kind: 'unknown-value', status: '404', parameter }, `unknown ${parameter}`);
  }
  return create({ kind: 'good', status: '200' }, 'good');
}

/** The assumption of a query error, or its clause. */
export const basisOf = ({ clause, assumption }: Basis): Basis =>
  assumption !== undefined ? { assumption } : clause === undefined ? {} : { clause };

/** Names that the document knows; the value of another one may be a key under another name. */
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

/** The same words as in the id of a case, so that a history knows it. */
function detailOf(kind: QueryErrorKind, { parameters }: OperationEntry, query: readonly Pair[]): string {
  const values = Object.fromEntries(query);
  if (kind === 'missing-parameter') {
    return Object.keys(parameters).find((name) => parameters[name]?.required && values[name] === undefined) ?? '';
  }
  if (kind !== 'malformed-parameter') return '';
  for (const [name, { minLength = 0, maxLength = Number.POSITIVE_INFINITY, type }] of Object.entries(parameters)) {
    const value = values[name];
    if (value === undefined || type === 'integer') continue;
    if (value === '') return `${name} empty`;
    if (value.length > maxLength) return `${name} long`;
    if (value.length < minLength) return `${name} short`;
    const letters = new Set([...value].filter((letter) => 'IOQ'.includes(letter)));
    if (letters.size === 1) return `${name} ${[...letters].join('')}`;
  }
  return 'another form';
}

/** Why a recorded response cannot be judged. */
export type Unjudged = 'no-response' | 'cached' | 'not-modified' | 'no-body' | 'unclear';

const CONDITIONS = ['if-none-match', 'if-modified-since'];

/** Why the recording of a response does not show what the service would send to the plain request; undefined if it does. */
export function whyUnjudged({ status, isCached, requestHeaders, body }: TrafficExchange): Unjudged | undefined {
  if (status === 0) return 'no-response';
  if (isCached) return 'cached';
  if (status === 304 && CONDITIONS.some((name) => requestHeaders.includes(name))) return 'not-modified';
  return body === undefined ? 'no-body' : undefined;
}

/** For a person, after a number of responses. */
const REASONS: Record<Unjudged, string> = {
  'no-response': 'never came: the caller may have given up',
  cached: 'are of the cache of the program that recorded them',
  'not-modified': 'are a 304 to a conditional request',
  'no-body': 'have no body in the recording',
  unclear: 'select no operation, or make two mistakes at once',
};

/**
 * What the files could not show.
 * @param otherCredentials of how many the credentials are unknown
 */
export function notesOn(
  exchanges: readonly TrafficExchange[],
  unjudged: readonly Unjudged[],
  cutLines: number,
  otherCredentials: number,
): string[] {
  const of = (number: number, text: string): string[] =>
    number === 0 ? [] : [`${number} of ${exchanges.length} responses ${text}`];
  const count = (holds: (exchange: TrafficExchange) => boolean) => exchanges.filter(holds).length;
  const origins = new Set(exchanges.map(({ url }) => new URL(url).origin));
  return [
    `${exchanges.length - unjudged.length} recorded responses were judged; no request was made`,
    ...Object.entries(REASONS).flatMap(([reason, text]) =>
      of(unjudged.filter((one) => one === reason).length, `${text}: they were not judged`),
    ),
    ...of(
      count(({ isDecoded }) => isDecoded),
      'were decoded when they were recorded: their encoding was not judged',
    ),
    ...of(
      count(({ headers }) => headers.length <= 1),
      'have no headers in the recording: none were judged',
    ),
    ...of(
      count(({ started }) => started === undefined),
      'have no time in the recording: their clocks were not judged',
    ),
    ...of(otherCredentials, 'have no credentials in the query: whether they are demanded was not judged'),
    ...(cutLines === 0 ? [] : [`${cutLines} lines are cut off: they were left out`]),
    ...(origins.size > 1 ? [`responses of ${origins.size} addresses were judged as those of one service`] : []),
  ];
}
