import {
  type Basis,
  type OperationEntry,
  QUERY_ERROR_KINDS,
  type QueryErrorKind,
} from '@vehicle-lookup/openapi/selectors';
import type { KnownData } from './known-data.ts';

/**
 * How a credential is sent when not as it should be. `other-case`, `cut` and `longer` are near to the right one: a
 * service that compares carelessly accepts them. `another-account`: right for another account. `constructor-name` and
 * `proto-name`: the name of a member that every object of JavaScript has.
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

/** One request, and the response that it asks for. It never holds a credential. */
export interface Request {
  /** The same in every run on the same document. For a request made only for an assumption, a description of it. */
  id: string;
  operation: string;
  status: string;
  /** The envelope that was asked for; without it any declared envelope is valid. */
  envelope?: string;
  /** What it is an instance of. */
  kind: RequestKind;
  /** The parameter with an invalid value, and what is wrong with it. */
  parameter?: string;
  form?: string;
  /** Of a valid request: the parameter of which it has the second value that responses gave. */
  second?: string;
  /** Whether it sends a wrong secret of an account that there is: a service may lock it out after some of them. */
  isWrongSecret?: true;
  /** The query without credentials. */
  query: readonly Pair[];
  /** Credentials that are sent in a wrong way; the others are sent as they are. */
  faults?: Readonly<Record<string, CredentialFault>>;
  /** The account whose credentials are sent. Default: the account of the run. */
  account?: 'forbidden' | 'exhausted';
  /** What a mock is asked for (RFC 7240), and the name of the example in it. */
  prefer?: string;
  example?: string;
  /** A method other than the document's. */
  method?: string;
  /** To the path without the slash at its end. */
  withoutSlash?: true;
  /** What the expected response rests on. */
  rests: Basis;
  /** The assumption that it was made for: it belongs to no cell, and the assumption's probe judges its response. */
  probeOf?: string;
}

/** A request that a plan may choose. Its query is made when it is sent, since earlier responses give values. */
export interface Case extends Omit<Request, 'query'> {
  /** The kind of invalid request that it is one of; absent where it is not one of many. */
  turn?: Turn;
  /** The id of the case whose response gives its values. */
  after?: string;
  /** Undefined if the known values allow no such request. */
  query: (known: KnownData) => readonly Pair[] | undefined;
}

/** A kind of requests, which take turns in a run. */
export interface Turn {
  kind: string;
  /** Whether it comes behind the other kinds: only `deep`, or a history, has room for it. */
  isLate?: true;
  /** Whether a single operation may have forgotten to look at it; otherwise one operation shows it for all. */
  overlookedBy: 'one' | 'all';
}

/** A case that a plan has chosen. */
export interface PlannedRequest extends Case {
  /** Whether the profile requires the response. */
  required: boolean;
}

/** The request itself, with the query that the known values give. */
export function createRequest(
  { turn: _turn, after: _after, required: _required, ...request }: PlannedRequest,
  query: readonly Pair[],
): Request {
  return { ...request, query };
}

/** The query of a request that the document allows: the required parameters and the selectors. */
export function goodQuery({ id, parameters, selectors }: OperationEntry, known: KnownData): Pair[] {
  const required = Object.entries(parameters)
    .filter(([, rule]) => rule.required)
    .map(([name]): Pair => [name, known.value(id, name)]);
  return [...required, ...Object.entries(selectors)];
}

/** The same query with another value for a name. */
export const replaced = (query: readonly Pair[], name: string, value: string): Pair[] =>
  query.map((pair) => (pair[0] === name ? [name, value] : pair));

/** The same query without a name. */
export const without = (query: readonly Pair[], name: string): Pair[] => query.filter(([other]) => other !== name);

/** A query as it is written into an address. */
export const formText = (pairs: readonly Pair[]): string =>
  new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value])).toString();

/**
 * What a request is an instance of. The code of a finding about its status follows from it: `src/checks/response/status/status.ts`.
 * - `good`: a request that the document allows
 * - `again`: the valid request of an operation, once more
 * - `unknown-value`: good, with a value that the service has no entry for
 * - `wildcard`: good, with `%` in the place of a name
 * - `outside-plan`: good, for an operation that the user says is not in the plan of the account
 * - `forbidden-account`, `exhausted-account`: good, with the credentials of that account of the data
 * - `named-response`: good, and a mock is asked for one declared response
 * - a kind of problem: a query, or credentials, that the document does not allow
 * - `probe`: made only for an assumption
 * - `rejection`: another request that was rejected, as its response is judged
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

/** The kind of a request that asks a mock for an example: an example of a problem is named after its kind. */
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

/** What a request is an instance of, for people; reports and recordings have it as `why`. */
export function whyText(request: Omit<Request, 'query' | 'operation' | 'rests'>): string {
  const { kind, id, status, parameter, second, example } = request;
  if (kind === 'unknown-value') return `unknown ${parameter}`;
  if (second !== undefined) return `second ${second}`;
  if (kind === 'named-response') return example ?? `status ${status}`;
  if (kind === 'probe') return id;
  return TEXTS[kind] ?? kind;
}

/** Requests that are invalid only in their credentials. */
export const CREDENTIAL_KINDS: readonly RequestKind[] = ['missing-credentials', 'invalid-credentials'];
