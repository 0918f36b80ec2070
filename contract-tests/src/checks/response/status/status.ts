import { isDeepStrictEqual } from 'node:util';
import { defined } from '../../../defined.ts';
import type { Request, RequestKind } from '../../../plan/request.ts';
import type { ReceivedResponse } from '../../../run/response.ts';
import { answeredAs } from '../../body/answered-as.ts';
import type { ContractCheck, FoundViolation, ResponseContext, ResponseTest } from '../../check.ts';
import { readBody } from '../../read-body.ts';
import { type Fields, records } from '../../records.ts';
import { isRedirect } from '../redirect.ts';
import { askedText, nextStep } from './kinds.ts';

export const ownValueRejected: ContractCheck = {
  code: 'own-value-rejected',
  title: 'A value that the service gave is rejected',
  explanation: 'One operation gives a value, such as a slug; another one answers 404 to it.',
  clause: 'errors.200',
  reading: 'The value is one that the service gave, so the request is a good one, and 200 its answer.',
  ofResponse: ofStatus('own-value-rejected'),
};

export const cachedRejection: ContractCheck = {
  code: 'cached-rejection',
  title: 'A rejection comes back to the right key',
  explanation:
    'A valid request was answered with 200, then without credentials it was rejected, and then the valid request was rejected, too: something keeps rejections for all callers.',
  clause: 'service.5a',
  reading: 'Stateless: an earlier rejection of other credentials does not change the answer to these.',
  isSecurity: true,
  ofResponse: ofStatus('cached-rejection'),
};

export const missingCredentials: ContractCheck = {
  code: 'missing-credentials',
  title: 'A request without a credential is not rejected',
  explanation: 'Each credential is left out alone, and all together; the response is 401.',
  clause: 'authentication.3',
  isSecurity: true,
  ofResponse: ofStatus('missing-credentials'),
};

export const invalidCredentials: ContractCheck = {
  code: 'invalid-credentials',
  title: 'A request with a wrong credential is not rejected',
  explanation:
    'Each credential is replaced alone, and all together, by one that no account has, the key also by similar ones; the response is 401.',
  clause: 'authentication.3',
  isSecurity: true,
  ofResponse: ofStatus('invalid-credentials'),
};

export const missingParameter: ContractCheck = {
  code: 'missing-parameter',
  title: 'A request without a required parameter is not rejected',
  explanation: 'A required parameter is left out; the response is 400.',
  clause: 'errors.400',
  ofResponse: ofStatus('missing-parameter'),
};

export const malformedParameter: ContractCheck = {
  code: 'malformed-parameter',
  title: 'A request with an invalid value is not rejected',
  explanation: 'A parameter has a value that its definition excludes; the response is 400.',
  clause: 'errors.400',
  ofResponse: ofStatus('malformed-parameter'),
};

export const planNotChecked: ContractCheck = {
  code: 'plan-not-checked',
  title: 'An operation that the plan does not include is answered',
  explanation: 'The account "forbidden" of the data gets data that its plan does not include; the response is 403.',
  clause: 'endpoints.rule-4b',
  isSecurity: true,
  ofResponse: ofStatus('plan-not-checked'),
};

export const allowanceNotChecked: ContractCheck = {
  code: 'allowance-not-checked',
  title: 'A request beyond the allowance is answered',
  explanation: 'The account "exhausted" of the data has nothing left, and gets data; the response is 429.',
  clause: 'limits.exhausted',
  isSecurity: true,
  ofResponse: ofStatus('allowance-not-checked'),
};

export const wildcard: ContractCheck = {
  code: 'wildcard',
  level: 'warning',
  harm: 'A caller can read the whole list by one request, and a name that holds a % or _ finds the wrong entries.',
  title: 'A value is read as a pattern',
  explanation:
    'The value `%` is no name of the catalogue, and is answered with data: the service puts values into a pattern.',
  ofResponse: ofStatus('wildcard'),
};

export const otherStatus: ContractCheck = {
  code: 'status',
  title: 'A response has another status than documented',
  explanation:
    'A valid request is answered with 200, a request for a VIN without data with 404, and no request with 500.',
  clause: 'errors.200',
  ofResponse: ofStatus('status'),
};

/** The kinds of requests that have a check of their own, if another declared status than the expected one comes. */
const CODES: Partial<Record<RequestKind, string>> = {
  again: 'cached-rejection',
  wildcard: 'wildcard',
  'forbidden-account': 'plan-not-checked',
  'exhausted-account': 'allowance-not-checked',
  'missing-credentials': 'missing-credentials',
  'invalid-credentials': 'invalid-credentials',
  'missing-parameter': 'missing-parameter',
  'malformed-parameter': 'malformed-parameter',
};

/** The code of another status than the expected one. An undeclared status, or a 5xx, is `status` for every kind. */
function codeOf({ status }: ReceivedResponse, context: ResponseContext): string {
  if (context.gaveValue !== undefined && status === 404) return 'own-value-rejected';
  return isDeclared(status, context) ? (CODES[context.request.kind] ?? 'status') : 'status';
}

const isDeclared = (status: number, { operation }: ResponseContext): boolean =>
  operation.entry.statuses.includes(String(status)) && status < 500;

/** Looks at a response with another status than the expected one. */
function ofStatus(code: string): ResponseTest {
  return (response, given) => {
    const context = isUnmatched(response, given)
      ? { ...given, request: { ...given.request, kind: 'unknown-value' as const } }
      : given;
    if (isRedirect(response) || codeOf(response, context) !== code) return [];
    return [{ ...basisOf(code, response, context), ...wordsOf(response, context) }];
  };
}

/** An empty list for `%` shows no pattern: a service may send one for every unknown name. */
const isUnmatched = (response: ReceivedResponse, { request }: ResponseContext): boolean =>
  request.kind === 'wildcard' && response.status === 200 && records(readBody(response).json?.body).length === 0;

type Words = Pick<FoundViolation, 'title' | 'expected' | 'got' | 'next' | 'cause' | 'compared'>;

function wordsOf(response: ReceivedResponse, context: ResponseContext): Words {
  const { request, table, gaveValue, rejectedBefore } = context;
  const { operation, status: expected, kind } = request;
  const { status } = response;
  const came = contentOf(response, context);
  const asked = askedText(request, table);
  const words: Words = {
    title: `${asked.charAt(0).toUpperCase()}${asked.slice(1)} is answered with ${status}${came.text}, not with ${expected}`,
    ...(kind === 'again' && rejectedBefore ? { compared: rejectedBefore } : {}),
    expected: `status ${expected}`,
    got: `status ${status} to ${asked}${came.operation === undefined ? '' : `, which was answered as ${came.operation}`}`,
    next: nextStep(request, status, table),
  };
  if (came.isError && expected.startsWith('4')) {
    return {
      ...words,
      title: 'An error is sent with the status of a success',
      cause: 'errors with status 200',
      got: `status ${status} with the body of an error to ${asked}`,
      next: `Send this rejection with the status ${expected}: clients take 200 for a success.`,
    };
  }
  if (gaveValue === undefined || status < 400) return words;
  if (status !== 404)
    return { ...words, title: `${operation} answers a valid request with ${status}, though ${gaveValue.text}` };
  return {
    ...words,
    title: `${operation} answers with 404, though ${gaveValue.text}`,
    compared: gaveValue.by,
    got: 'status 404 to a value that the service gave itself',
    next: 'Make both operations read the same data; if there is nothing for the value, answer with 200 and an empty list.',
  };
}

/** What a success holds although it should have been something else. */
interface Content {
  /** Whether the body says of itself that it is an error. */
  isError: boolean;
  /** The operation that answered instead of the one that was asked. */
  operation?: string | undefined;
  /** ` and 7 records`; empty where there is no list and no record. */
  text: string;
}

function contentOf(response: ReceivedResponse, { request, table, earlier }: ResponseContext): Content {
  const body = readBody(response).json?.body;
  const { success, data } = Object(body) as Fields;
  if (response.status !== 200) return { isError: false, text: '' };
  const isError = success === false;
  const operation = answeredAs(body, request, table, [body])?.id;
  const instead = operation === undefined ? '' : `, as ${operation}`;
  if (typeof data !== 'object' || data === null) return { isError, operation, text: instead };
  const found = records(body);
  const good = request.kind === 'good' ? undefined : earlier(request.operation);
  const isGood = good !== undefined && isDeepStrictEqual(found, records(good.body));
  return { isError, operation, text: ` and ${dataText(found, request, isGood)}${instead}` };
}

/** `an empty list`, `7 records`; whose one record is, where the request asked for another one. */
function dataText(found: readonly Fields[], { kind, parameter = '', query }: Request, isGood: boolean): string {
  const of = isGood ? ' of the valid request' : '';
  if (found.length === 0) return 'an empty list';
  if (found.length > 1) return isGood ? `the ${found.length} records${of}` : `${found.length} records`;
  const own = found[0]?.[parameter];
  const isOther =
    kind === 'unknown-value' && !query.some(([name, value]) => name === parameter && value === String(own));
  if (isOther && (typeof own === 'number' || typeof own === 'string')) return `the record of the ${parameter} ${own}`;
  return isGood ? `the record${of}` : 'one record';
}

/** The clause of the status 400, by id. */
const BAD_REQUEST = 'errors.400';

/** What another status than the expected one rests on, and what leads from there to it. */
function basisOf(
  code: string,
  { status }: ReceivedResponse,
  context: ResponseContext,
): Pick<FoundViolation, 'assumption' | 'clause' | 'cause' | 'reading'> {
  const { request, assumption } = context;
  const { status: expected, rests, account, parameter } = request;
  const isDocumented = isDeclared(status, context);
  // An account that gets data that it may not have breaks a clause, even if an assumption states the rejection.
  if (assumption !== undefined && isDocumented && code !== 'wildcard' && !(account && status === 200)) {
    return { assumption, ...causeOf(undefined, status, expected) };
  }
  // The check of credentials names its clause. For all other requests the document says what they rest on.
  const clause = expected === '401' || code === 'cached-rejection' ? undefined : rests.clause;
  const reading =
    code === 'plan-not-checked'
      ? `The clause limits the operation to certain plans.${assumption === undefined ? '' : ` That the rejection is a 403 is the assumption ${assumption}.`}`
      : assumption !== undefined && !isDocumented
        ? `The table of statuses, of which this is the first row, ${status >= 500 ? 'keeps 5xx for faults of the server' : `has no ${status}`}.`
        : // The clause of a value says what is excluded, the table of statuses what follows.
          expected === '400' && assumption === undefined && clause !== undefined && clause !== BAD_REQUEST
          ? `The clause says which ${parameter ?? 'query'} is valid; ${BAD_REQUEST} gives 400 to any other one.`
          : undefined;
  return {
    ...defined({ clause, reading }),
    ...causeOf(code, status, expected),
  };
}

/**
 * What the same status to other requests follows from: a lock rejects all that comes after it, and a service that maps a
 * rejection to another status does so wherever it rejects.
 * @param code of a violation of a clause
 */
function causeOf(code: string | undefined, status: number, expected: string): Pick<FoundViolation, 'cause'> {
  if (status === 401 && expected !== '401') return { cause: 'rejected with 401' };
  if (code === undefined || !expected.startsWith('4') || status === 200) return {};
  return { cause: `${code} ${status} for ${expected}` };
}
