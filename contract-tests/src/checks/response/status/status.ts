import { isDeepStrictEqual } from 'node:util';
import { defined } from '../../../defined.ts';
import type { RequestKind } from '../../../plan/request.ts';
import type { ReceivedResponse } from '../../../run/response.ts';
import { answeredAs } from '../../body/answered-as.ts';
import type { ContractCheck, FoundViolation, ResponseContext } from '../../check.ts';
import { readBody } from '../../read-body.ts';
import { type Fields, records } from '../../records.ts';
import { isRedirect } from '../redirect.ts';
import { askedText, nextStep } from './kinds.ts';

/** A check of responses with an unexpected status. */
interface StatusCheck extends ContractCheck {
  /** The kind of request that the check covers if the response has an unexpected but declared status. */
  kind?: RequestKind;
}

const CHECKS: readonly StatusCheck[] = [
  {
    code: 'own-value-rejected',
    title: 'A value that the service returned is rejected',
    clause: 'errors.200',
    reading: 'The service returned this value, so the request is valid and its response is 200.',
  },
  {
    code: 'status',
    title: 'A response has a status different from the documented status',
    explanation: 'A valid request must return 200 and a request for a VIN without data 404; no request may return 500.',
    clause: 'errors.200',
  },
  {
    code: 'missing-credentials',
    kind: 'missing-credentials',
    title: 'A request without a credential is not rejected',
    explanation: 'Each credential is omitted, then all of them; the response must be 401.',
    clause: 'authentication.3',
    isSecurity: true,
  },
  {
    code: 'invalid-credentials',
    kind: 'invalid-credentials',
    title: 'A request with an invalid credential is not rejected',
    explanation: 'Each credential is replaced by an unknown value, and the key by similar keys.',
    clause: 'authentication.3',
    isSecurity: true,
  },
  {
    code: 'cached-rejection',
    kind: 'again',
    title: 'A valid key receives a cached rejection',
    explanation:
      'After a request with other credentials, the service rejects a valid request that returned 200 before.',
    clause: 'service.5a',
    reading: 'Stateless: an earlier rejection of other credentials does not change the response to valid credentials.',
    isSecurity: true,
  },
  {
    code: 'missing-parameter',
    kind: 'missing-parameter',
    title: 'A request without a required parameter is not rejected',
    explanation: 'A required parameter is left out; the response must be 400.',
    clause: 'errors.400',
  },
  {
    code: 'malformed-parameter',
    kind: 'malformed-parameter',
    title: 'A request with an invalid value is not rejected',
    explanation: 'A parameter has a value that its definition excludes; the response must be 400.',
    clause: 'errors.400',
  },
  {
    code: 'plan-not-checked',
    kind: 'forbidden-account',
    title: 'An operation that the plan does not include returns data',
    explanation: 'The account "forbidden" of --data gets data outside its plan; the response must be 403.',
    clause: 'endpoints.rule-4b',
    isSecurity: true,
  },
  {
    code: 'allowance-not-checked',
    kind: 'exhausted-account',
    title: 'A request beyond the allowance returns data',
    explanation: 'The account "exhausted" of --data has no allowance left but gets data; the response must be 429.',
    clause: 'limits.exhausted',
    isSecurity: true,
  },
  {
    code: 'wildcard',
    kind: 'wildcard',
    level: 'warning',
    harm: 'A caller can read the whole list with one request, and a name that contains % or _ finds unrelated entries.',
    title: 'A value is read as a pattern',
  },
];

/** The checks of responses with an unexpected status. */
export const statusChecks: readonly ContractCheck[] = CHECKS.map(({ kind: _, ...check }) => ({
  ...check,
  ofResponse: (response, given) => {
    const context = isUnmatched(response, given)
      ? { ...given, request: { ...given.request, kind: 'unknown-value' as const } }
      : given;
    if (isRedirect(response) || codeOf(response, context) !== check.code) return undefined;
    return { ...basisOf(check.code, response, context), ...wordsOf(response, context) };
  },
}));

/** Returns the code for an unexpected status. An undeclared status, or a 5xx, is `status` for every kind. */
function codeOf({ status }: ReceivedResponse, context: ResponseContext): string {
  if (context.gaveValue !== undefined && status === 404) return 'own-value-rejected';
  const own = CHECKS.find(({ kind }) => kind === context.request.kind);
  return own && isDeclared(status, context) ? own.code : 'status';
}

const isDeclared = (status: number, { operation }: ResponseContext): boolean =>
  operation.entry.statuses.includes(String(status)) && status < 500;

/** Returns whether the response to `%` is an empty list, which a service may return for any unknown name. */
const isUnmatched = (response: ReceivedResponse, { request }: ResponseContext): boolean =>
  request.kind === 'wildcard' && response.status === 200 && records(readBody(response).json?.body).length === 0;

function wordsOf(response: ReceivedResponse, context: ResponseContext): Omit<FoundViolation, 'clause' | 'reading'> {
  const { request, table, gaveValue, rejectedBefore } = context;
  const { operation, status: expected, kind } = request;
  const { status } = response;
  const asked = askedText(request, table);
  const body = status === 200 ? readBody(response).json?.body : undefined;
  if ((Object(body) as Fields).success === false && expected.startsWith('4')) {
    return {
      title: 'An error response has status 200',
      cause: 'errors with status 200',
      expected: `status ${expected}`,
      got: `status ${status} with an error body to ${asked}`,
      next: `Send this rejection with the status ${expected}: clients interpret 200 as a success.`,
    };
  }
  const other = body === undefined ? undefined : answeredAs(body, request, table, [body])?.id;
  const data = body === undefined ? '' : dataText(body, context);
  const though = gaveValue !== undefined && status >= 400 ? `, though ${gaveValue.text}` : '';
  const words = {
    title: though
      ? `${operation} returns ${status} to a valid request${though}`
      : `${asked.replace('a', 'A')} returns ${status}${data}${other === undefined ? '' : `, as ${other}`}, not ${expected}`,
    expected: `status ${expected}`,
    got: `status ${status} to ${asked}${other === undefined ? '' : `, with the response of ${other}`}`,
    next: nextStep(request, status, table),
  };
  if (kind === 'again') return { ...words, ...defined({ compared: rejectedBefore }) };
  if (gaveValue === undefined || status !== 404) return words;
  return {
    ...words,
    compared: gaveValue.by,
    got: 'status 404 to a value that the service itself returned',
    next: 'Make both operations read the same data; if there is nothing for the value, return 200 and an empty list.',
  };
}

/** Returns a description of the data in a success: ` and 7 records of the valid request`. Empty without a list or record. */
function dataText(body: unknown, { request, earlier }: ResponseContext): string {
  const { data } = Object(body) as Fields;
  if (typeof data !== 'object' || data === null) return '';
  const found = records(body);
  if (found.length === 0) return ' and an empty list';
  const good = request.kind === 'good' ? undefined : earlier(request.operation);
  const isGood = good !== undefined && isDeepStrictEqual(found, records(good.body));
  return ` and ${found.length === 1 ? 'one record' : `${found.length} records`}${isGood ? ' of the valid request' : ''}`;
}

/** The clause of the status 400, by id. */
const BAD_REQUEST = 'errors.400';

/** Returns the clause or assumption that an unexpected status violates, and the reading that leads to the check. */
function basisOf(
  code: string,
  { status }: ReceivedResponse,
  context: ResponseContext,
): Pick<FoundViolation, 'assumption' | 'clause' | 'cause' | 'reading'> {
  const { request, assumption } = context;
  const { status: expected, rests, account, parameter } = request;
  const isDocumented = isDeclared(status, context);
  // Returning data that an account must not get violates a clause, even if the expected rejection is an assumption.
  if (assumption !== undefined && isDocumented && code !== 'wildcard' && !(account && status === 200)) {
    return { assumption, ...causeOf(undefined, status, expected) };
  }
  // The credential checks name their clause. For all other requests, the document states the basis.
  const clause = expected === '401' || code === 'cached-rejection' ? undefined : rests.clause;
  const reading =
    code === 'plan-not-checked'
      ? `The clause limits the operation to certain plans.${assumption === undefined ? '' : ` That the rejection is a 403 is the assumption ${assumption}.`}`
      : assumption !== undefined && !isDocumented
        ? `The table of statuses, of which this is the first row, ${status >= 500 ? 'reserves 5xx for server faults' : `has no ${status}`}.`
        : // The clause about a value states which values are invalid; the status table states the response.
          expected === '400' && assumption === undefined && clause !== undefined && clause !== BAD_REQUEST
          ? `The clause states which ${parameter ?? 'query'} is valid; any other ${parameter ?? 'query'} gets 400 (${BAD_REQUEST}).`
          : undefined;
  return { ...defined({ clause, reading }), ...causeOf(code, status, expected) };
}

/**
 * Returns the cause that responses with the same status share: a lockout rejects all later requests, and a service that maps a
 * rejection to an unexpected status does so for all operations.
 * @param code the code of a clause violation
 */
function causeOf(code: string | undefined, status: number, expected: string): Pick<FoundViolation, 'cause'> {
  if (status === 401 && expected !== '401') return { cause: 'rejected with 401' };
  if (code === undefined || !expected.startsWith('4') || status === 200) return {};
  return { cause: `${code} ${status} for ${expected}` };
}
