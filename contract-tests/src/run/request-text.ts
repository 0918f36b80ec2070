import { leaks, maskSecrets } from '@vehicle-lookup/openapi/secrets';
import type { OperationTable } from '@vehicle-lookup/openapi/selectors';
import { type CredentialValues, credentialPairs, nearFaults } from '../plan/credentials.ts';
import type { KnownData } from '../plan/known-data.ts';
import {
  type CredentialFault,
  createRequest,
  formText,
  type Pair,
  type PlannedRequest,
  type Request,
} from '../plan/request.ts';
import { costOfPlan } from './ledger.ts';

/** The whole query as it is sent: credentials first. */
export const pairsOf = (request: ComparedRequest, values: CredentialValues): Pair[] => [
  ...credentialPairs(request, values),
  ...request.query,
];

/** The same for a reader: real credentials, and what is made from them, are masked. */
export function maskedPairs(request: Request, names: readonly string[]): Pair[] {
  const { faults = {} } = request;
  const maskOf = (name: string): string => (isMadeFromSecret(faults[name]) ? `*** ${faults[name]}` : '***');
  const masks = Object.fromEntries(names.map((name) => [name, maskOf(name)]));
  return pairsOf(withoutMadeFromSecret(request), { right: masks });
}

const isMadeFromSecret = (fault: CredentialFault | undefined): boolean =>
  fault !== undefined && nearFaults.includes(fault);

/** A request without secrets: wrong credentials are named, not shown. */
export const withoutMadeFromSecret = ({ faults = {}, ...rest }: ComparedRequest): ComparedRequest => ({
  ...rest,
  faults: Object.fromEntries(Object.entries(faults).filter(([, fault]) => !isMadeFromSecret(fault))),
});

/** The address of a request, without its query. */
export const addressOf = ({ withoutSlash }: Pick<Request, 'withoutSlash'>, address: string): string =>
  withoutSlash ? address.replace(/\/$/, '') : address;

/** A request as far as a reader needs it: its query, and what differs from a good one. */
export type ComparedRequest = Pick<Request, 'query'> & Partial<Request>;

/** The request for a reader, without credentials: `GET /path?name=value (token: absent)`. */
export function requestText(request: ComparedRequest, wire: { method: string; path: string }): string {
  const { query, faults = {}, prefer, method = wire.method, account } = request;
  const text = formText(query).replaceAll(LONG_VALUE, (value) => `${value.slice(0, 8)}...[${value.length} characters]`);
  const notes = Object.entries(faults).map(([name, fault]) => `${name}: ${fault}`);
  if (account) notes.push(`credentials: ${account}`);
  if (prefer) notes.push(`Prefer: ${prefer}`);
  const path = addressOf(request, wire.path);
  return `${method} ${path}${text ? `?${text}` : ''}${notes.length > 0 ? ` (${notes.join(', ')})` : ''}`;
}

/** A value that a line of a report cannot show. */
const LONG_VALUE = /[^=&]{200,}/g;

/** The text with its secrets masked by value; `***` where a secret would still be found in it. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  if (!leaks(text, secrets)) return text;
  const masked = maskSecrets(text, secrets);
  if (!leaks(masked, secrets)) return masked;
  // What stands around the secret shows in which form it was: `session=***; Path=/`.
  const inParts = masked.replaceAll(PART, (part) => (leaks(part, secrets) ? '***' : part));
  return leaks(inParts, secrets) ? '***' : inParts;
}

/** Between signs that separate values and occur in no encoded form of one. */
const PART = /[^\s;,<>"'&?=]+=*/g;

/** A planned case for a reader. It holds no credential. */
export interface CaseText {
  /** `getFluids unknown carId`; the same in every run on the same document. */
  id: string;
  operation: string;
  /** Without credentials; absent where an earlier response gives its values. */
  request?: string;
  /** The status that it expects. */
  status: string;
  /** `clause errors.404`, `assumption not-found`. */
  rests: string;
  /** In consultations, if the provider charges successes. */
  cost: number;
}

/** Describes a planned case: its request with the values that are known now, what it expects, and what that rests on. */
export function caseText(planned: PlannedRequest, known: KnownData, table: OperationTable): CaseText {
  const { id, operation, status, rests } = planned;
  const query = planned.query(known);
  return {
    id,
    operation,
    ...(query === undefined ? {} : { request: requestText(createRequest(planned, query), table) }),
    status,
    rests: rests.assumption === undefined ? `clause ${rests.clause}` : `assumption ${rests.assumption}`,
    cost: costOfPlan([planned]).consultations,
  };
}
