import { isDeepStrictEqual } from 'node:util';
import type { Request, RequestKind } from '../../../plan/request.ts';
import type { ReceivedResponse } from '../../../run/response.ts';
import { answeredAs } from '../../body/answered-as.ts';
import type { ContractCheck, FoundViolation, ResponseContext, ResponseTest } from '../../check.ts';
import { readBody } from '../../read-body.ts';
import { type Fields, records } from '../../records.ts';
import { isRedirect } from '../redirect.ts';
import { NOTHING, serverErrorAdvice, statusAdvice } from './advice.ts';
import { asked, capital } from './asked.ts';

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
  return (response, context) =>
    !isRedirect(response) && codeOf(response, context) === code ? [wrongStatus(code, response, context)] : [];
}

/** The clause of the status 400, by id. */
const BAD_REQUEST = 'errors.400';

function wrongStatus(code: string, response: ReceivedResponse, context: ResponseContext): FoundViolation {
  const { request, table, assumption, gaveValue, rejectedBefore, earlier } = context;
  const { status } = response;
  const body = readBody(response).json?.body;
  const error = Object(body);
  const message = error.success === false ? String(error.message ?? '') : undefined;
  const ranInstead = status === 200 ? answeredAs(body, request, table, [body])?.id : undefined;
  const content: unknown = status === 200 ? error.data : undefined;
  const found = typeof content === 'object' && content !== null ? records(body) : undefined;
  const good = earlier(request.operation);
  const isGoodData =
    request.kind !== 'good' && good !== undefined && isDeepStrictEqual(found ?? [], records(good.body));
  const { status: expected, rests, account, parameter } = request;
  const isDocumented = isDeclared(status, context);
  const isOwnValue = gaveValue !== undefined && status === 404;
  // An account that gets data that it may not have breaks a clause, even if an assumption states the rejection.
  const isAssumed = assumption !== undefined && isDocumented && code !== 'wildcard' && !(account && status === 200);
  // The check of credentials names its clause. For all other requests the document says what they rest on.
  const isRejectedAs200 = message !== undefined && status === 200 && Number(expected) >= 400;
  const cause = isRejectedAs200
    ? 'errors with status 200'
    : status === 401 && expected !== '401'
      ? // A lock rejects all that comes after it.
        'rejected with 401'
      : expected.startsWith('4') && status !== 200 && !isAssumed
        ? // A service that maps a rejection to another status does so wherever it rejects.
          `${code} ${status} for ${expected}`
        : undefined;
  const clause = expected === '401' || code === 'cached-rejection' ? undefined : rests.clause;
  const data = status === 200 && found !== undefined ? ` and ${dataText(found, request, isGoodData)}` : '';
  return {
    title: isOwnValue
      ? `${request.operation} answers with 404, though ${gaveValue.text}`
      : isRejectedAs200
        ? 'An error is sent with the status of a success'
        : request.kind === 'good' && gaveValue && status >= 400
          ? `${request.operation} answers a valid request with ${status}, though ${gaveValue.text}`
          : `${capital(asked(request, table))} is answered with ${status}${data}${ranInstead === undefined ? '' : `, as ${ranInstead}`}, not with ${expected}`,
    ...(isAssumed ? { assumption } : clause === undefined ? {} : { clause }),
    ...(cause === undefined ? {} : { cause }),
    ...(assumption !== undefined && !isDocumented
      ? {
          reading: `The table of statuses, of which this is the first row, ${status >= 500 ? 'keeps 5xx for faults of the server' : `has no ${status}`}.`,
        }
      : {}),
    ...(code === 'plan-not-checked' && !isAssumed
      ? {
          reading: `The clause limits the operation to certain plans.${assumption === undefined ? '' : ` That the rejection is a 403 is the assumption ${assumption}.`}`,
        }
      : {}),
    // The clause of a value says what is excluded, the table of statuses what follows.
    ...(expected === '400' && !isAssumed && assumption === undefined && clause !== undefined && clause !== BAD_REQUEST
      ? {
          reading: `The clause says which ${parameter ?? 'query'} is valid; ${BAD_REQUEST} gives 400 to any other one.`,
        }
      : {}),
    ...(isOwnValue && gaveValue.by ? { compared: gaveValue.by } : {}),
    ...(code === 'cached-rejection' && rejectedBefore ? { compared: rejectedBefore } : {}),
    expected: `status ${expected}`,
    got: isOwnValue
      ? `status ${status} to a value that the service gave itself`
      : `status ${status}${isRejectedAs200 ? ' with the body of an error' : ''} to ${asked(request, table)}${ranInstead === undefined ? '' : `, which was answered as ${ranInstead}`}`,
    next: isOwnValue
      ? isAssumed
        ? `Find out whether ${request.operation} knows the value: if it does, and has nothing for it, answer with ${expected} and an empty list; if not, the value is wrong where it was given, or the two operations read different data.`
        : 'Make both operations read the same data, unless the value is wrong where it was given.'
      : isRejectedAs200
        ? `Send this rejection with the status ${expected}: clients take 200 for a success.`
        : status >= 500
          ? serverErrorAdvice(request, message)
          : status === 400 && request.kind === 'good' && NOTHING.test(message ?? '')
            ? 'The text says that nothing was found: find out why the lookup misses it. Were it really unknown, the status would be 404.'
            : statusAdvice(status, request, {
                ranInstead,
                isGoodData,
                isOther: status === 200 && otherRecord(found, request) !== undefined,
              }),
  };
}

/** `an empty list`, `7 records`; whose one record is, where the request asked for another one. */
function dataText(found: readonly Fields[], request: Request, isGoodData: boolean): string {
  if (found.length === 0) return 'an empty list';
  if (found.length > 1)
    return isGoodData ? `the ${found.length} records of the valid request` : `${found.length} records`;
  const other = otherRecord(found, request);
  if (other !== undefined) return `the record of the ${request.parameter} ${other}`;
  return isGoodData ? 'the record of the valid request' : 'one record';
}

/** What identifies the only record, where the request asked for another one that cannot exist. */
function otherRecord(found: readonly Fields[] = [], { kind, parameter = '', query }: Request): string | undefined {
  const own = found.length === 1 ? found[0]?.[parameter] : undefined;
  const [, asked] = query.find(([name]) => name === parameter) ?? [];
  const isValue = typeof own === 'number' || typeof own === 'string';
  return kind === 'unknown-value' && isValue && String(own) !== asked ? String(own) : undefined;
}
