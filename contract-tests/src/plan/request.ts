import {
  type Basis,
  type OperationEntry,
  QUERY_ERROR_KINDS,
  type QueryErrorKind,
} from '@vehicle-lookup/openapi/selectors';
import type { KnownData } from './known-data.ts';

/**
 * A fault of a sent credential. `other-case`, `cut` and `longer` are similar to the valid value, so a service that compares
 * incorrectly accepts them. `another-account` is valid for another account. `constructor-name` and `proto-name` are names of
 * properties that every JavaScript object has.
 */
export type CredentialFault =
  | 'absent'
  | 'empty'
  | 'twice'
  | 'made-up'
  | 'other-case'
  | 'cut'
  | 'longer'
  | 'another-account'
  | 'constructor-name'
  | 'proto-name';

export type Pair = readonly [name: string, value: string];

/** A request and its expected response. It never contains a credential. */
export interface Request {
  /** An id that is the same in every run with the same document. For an assumption's own request, a description. */
  id: string;
  operation: string;
  status: string;
  /** The requested envelope. If absent, any declared envelope is valid. */
  envelope?: string;
  /** The kind of request. */
  kind: RequestKind;
  /** The parameter with an invalid value, and the form of the value. */
  parameter?: string;
  form?: string;
  /** The parameter for which a valid request uses the second value from earlier responses. */
  second?: string;
  /** Whether the request has an invalid secret for an existing account, which a service may lock after several attempts. */
  isWrongSecret?: true;
  /** The query without credentials. */
  query: readonly Pair[];
  /** The faults of credentials, by name. Other credentials are sent unchanged. */
  faults?: Readonly<Record<string, CredentialFault>>;
  /** The account whose credentials are sent. Default: the account of the run. */
  account?: 'forbidden' | 'exhausted';
  /** The `Prefer` header for a mock (RFC 7240), and the name of the requested example. */
  prefer?: string;
  example?: string;
  /** A method other than the document's. */
  method?: string;
  /** Whether the request omits the trailing slash of the path. */
  withoutSlash?: true;
  /** The basis of the expected response. */
  rests: Basis;
  /** The assumption that the request tests. The request has no cell, and the assumption check judges its response. */
  probeOf?: string;
}

/** A request that a plan can choose. Its query is built when it is sent, because earlier responses provide values. */
export interface Case extends Omit<Request, 'query'> {
  /** The group of alternative cases to which the case belongs. Absent if the case has no alternatives. */
  turn?: Turn;
  /** The id of the case whose response provides the values. */
  after?: string;
  /** Builds the query. Returns undefined if the known values do not allow the request. */
  query: (known: KnownData) => readonly Pair[] | undefined;
}

/** A group of alternative cases. A run takes cases from the groups in turn. */
export interface Turn {
  kind: string;
  /** Whether the group comes after all others, so that only `deep` or a run with a history includes it. */
  isLate?: true;
  /** Whether a single operation can have the fault. Otherwise, testing one operation is sufficient. */
  overlookedBy: 'one' | 'all';
}

/** A case that a plan has chosen. */
export interface PlannedRequest extends Case {
  /** Whether the profile requires the response. */
  required: boolean;
}

/** Returns a case's request, with the query. */
export function createRequest(
  { turn: _turn, after: _after, required: _required, ...request }: PlannedRequest,
  query: readonly Pair[],
): Request {
  return { ...request, query };
}

/** Returns the query of a valid request: the required parameters and the selectors. */
export function goodQuery({ id, parameters, selectors }: OperationEntry, known: KnownData): Pair[] {
  const required = Object.entries(parameters)
    .filter(([, rule]) => rule.required)
    .map(([name]): Pair => [name, known.value(id, name)]);
  return [...required, ...Object.entries(selectors)];
}

/** Returns a copy of a query with a different value for a name. */
export const replaced = (query: readonly Pair[], name: string, value: string): Pair[] =>
  query.map((pair) => (pair[0] === name ? [name, value] : pair));

/** Returns a copy of a query without a name. */
export const without = (query: readonly Pair[], name: string): Pair[] => query.filter(([other]) => other !== name);

/** Encodes a query for a URL. */
export const formText = (pairs: readonly Pair[]): string =>
  new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value])).toString();

/**
 * The kind of a request. It determines the code of a status finding: `src/checks/response/status/status.ts`.
 * - `good`: a valid request
 * - `again`: a repeated valid request
 * - `unknown-value`: a valid request with a value that has no entry in the service
 * - `wildcard`: a valid request with `%` instead of a name
 * - `outside-plan`: a valid request for an operation listed in `planLacks`
 * - `forbidden-account`, `exhausted-account`: a valid request with the credentials of that account from the data
 * - `named-response`: a valid request for one declared response of a mock
 * - a query error kind: a request with an invalid query or invalid credentials
 * - `probe`: a request made only for an assumption
 * - `rejection`: any other rejected request, whose response is judged as a rejection
 */
export type RequestKind =
  | 'good'
  | 'again'
  | 'unknown-value'
  | 'wildcard'
  | 'outside-plan'
  | 'forbidden-account'
  | 'exhausted-account'
  | 'named-response'
  | QueryErrorKind
  | 'probe'
  | 'rejection';

/** Returns the kind of a request for a mock's example. Examples of query errors are named after the kind of error. */
export const kindOfExample = (example: string | undefined): RequestKind =>
  Object.values(QUERY_ERROR_KINDS)
    .flat()
    .find((kind) => kind === example) ?? 'named-response';

const TEXTS: Partial<Record<RequestKind, string>> = {
  good: 'valid request',
  'outside-plan': 'outside the plan',
  'forbidden-account': 'plan-not-checked',
  'exhausted-account': 'allowance-not-checked',
};

/** Returns the kind of a request in readable form. Reports and recordings contain it as `why`. */
export function whyText(request: Omit<Request, 'query' | 'operation' | 'rests'>): string {
  const { kind, id, status, parameter, second, example } = request;
  if (kind === 'unknown-value') return `unknown ${parameter}`;
  if (second !== undefined) return `second ${second}`;
  if (kind === 'named-response') return example ?? `status ${status}`;
  if (kind === 'probe') return id;
  return TEXTS[kind] ?? kind;
}

/** The kinds of requests whose only error is in their credentials. */
export const CREDENTIAL_KINDS: readonly RequestKind[] = ['missing-credentials', 'invalid-credentials'];
