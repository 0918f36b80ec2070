import { QUERY_ERROR_KINDS, type QueryErrorKind } from '@vehicle-lookup/openapi/selectors';

/**
 * What a request is an instance of. The code of a finding about its status follows from it: `src/checks/status.ts`.
 * - `good`: a request that the document allows
 * - `again`: the valid request of an operation, once more
 * - `unknown-value`: good, with a value that the service has no entry for
 * - `wildcard`: good, with `%` in the place of a name
 * - `outside-plan`: good, for an operation that the user says is not in the plan of the account
 * - `forbidden-account`, `exhausted-account`: good, with the credentials of that account of the data
 * - `named-response`: good, and a mock is asked for one declared response
 * - a kind of problem: a query, or credentials, that the document does not allow
 * - `probe`: made for an assumption alone
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

/** The fields of a request that its text is made from. */
interface TextSource {
  kind: RequestKind;
  id: string;
  status: string;
  parameter?: string;
  example?: string;
}

/** What a request is an instance of, for people; reports and recordings have it as `why`. */
export function whyText({ kind, id, status, parameter, example }: TextSource): string {
  if (kind === 'unknown-value') return `unknown ${parameter}`;
  if (kind === 'named-response') return example ?? `status ${status}`;
  if (kind === 'probe') return id;
  return TEXTS[kind] ?? kind;
}

/** Requests that are wrong in their credentials alone. */
export const CREDENTIAL_KINDS: readonly RequestKind[] = ['missing-credentials', 'invalid-credentials'];
