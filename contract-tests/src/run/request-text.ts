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

/** Returns the whole query as it is sent, starting with the credentials. */
export const pairsOf = (request: ComparedRequest, values: CredentialValues): Pair[] => [
  ...credentialPairs(request, values),
  ...request.query,
];

/** Returns the whole query with masked credentials, including values derived from them. */
export function maskedPairs(request: Request, names: readonly string[]): Pair[] {
  const { faults = {} } = request;
  const maskOf = (name: string): string => (isMadeFromSecret(faults[name]) ? `*** ${faults[name]}` : '***');
  const masks = Object.fromEntries(names.map((name) => [name, maskOf(name)]));
  return pairsOf(withoutMadeFromSecret(request), { right: masks });
}

const isMadeFromSecret = (fault: CredentialFault | undefined): boolean =>
  fault !== undefined && nearFaults.includes(fault);

/** Returns a request without credential faults whose values are derived from a secret. */
export const withoutMadeFromSecret = ({ faults = {}, ...rest }: ComparedRequest): ComparedRequest => ({
  ...rest,
  faults: Object.fromEntries(Object.entries(faults).filter(([, fault]) => !isMadeFromSecret(fault))),
});

/** Returns the URL of a request, without its query. */
export const addressOf = ({ withoutSlash }: Pick<Request, 'withoutSlash'>, address: string): string =>
  withoutSlash ? address.replace(/\/$/, '') : address;

/** The parts of a request that a report shows: its query, and its differences from a valid request. */
export type ComparedRequest = Pick<Request, 'query'> & Partial<Request>;

/** Returns the text of a request, without credentials: `GET /path?name=value (token: absent)`. */
export function requestText(request: ComparedRequest, wire: { method: string; path: string }): string {
  const { query, faults = {}, prefer, method = wire.method, account } = request;
  const text = formText(query).replaceAll(LONG_VALUE, (value) => `${value.slice(0, 8)}...[${value.length} characters]`);
  const notes = Object.entries(faults).map(([name, fault]) => `${name}: ${fault}`);
  if (account) notes.push(`credentials: ${account}`);
  if (prefer) notes.push(`Prefer: ${prefer}`);
  const path = addressOf(request, wire.path);
  return `${method} ${path}${text ? `?${text}` : ''}${notes.length > 0 ? ` (${notes.join(', ')})` : ''}`;
}

/** Matches a value that is too long for a line of a report. */
const LONG_VALUE = /[^=&]{200,}/g;

/** Masks the secrets in a text. Returns `***` if the masked text still contains a secret. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  if (!leaks(text, secrets)) return text;
  const masked = maskSecrets(text, secrets);
  if (!leaks(masked, secrets)) return masked;
  // The text around a secret shows its context: `session=***; Path=/`.
  const inParts = masked.replaceAll(PART, (part) => (leaks(part, secrets) ? '***' : part));
  return leaks(inParts, secrets) ? '***' : inParts;
}

/** Matches a part between separators that do not occur in any encoding of a value. */
const PART = /[^\s;,<>"'&?=]+=*/g;

/** The description of a planned case. It contains no credentials. */
export interface CaseText {
  /** An id such as `getFluids unknown carId`, the same in every run with the same document. */
  id: string;
  operation: string;
  /** The request without credentials. Absent if an earlier response provides its values. */
  request?: string;
  /** The expected status. */
  status: string;
  /** The basis of the expected status: `clause errors.404`, `assumption not-found`. */
  rests: string;
  /** The cost in consultations, if the provider charges for successes. */
  cost: number;
}

/** Describes a planned case: its request with the currently known values, its expected status and the basis of the status. */
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
