import type { OperationEntry, OperationTable } from '@vehicle-lookup/openapi/selectors';
import type { Request, RequestKind } from '../../plan/request.ts';
import type { ComparedRequest } from '../../run/request-text.ts';
import type { CheckCode } from '../catalogue.ts';
import type { Fields } from '../records.ts';
import type { Violation } from '../violation.ts';
import { NOTHING, serverErrorAdvice, statusAdvice } from './advice.ts';
import { asked, capital } from './asked.ts';

/**
 * The code of a finding if a request of this kind has another declared status than the expected one. An undeclared status,
 * or a 5xx, is `status` for every kind.
 */
const CODES: Readonly<Record<RequestKind, CheckCode>> = {
  good: 'status',
  again: 'cached-rejection',
  'unknown-value': 'status',
  wildcard: 'wildcard',
  'outside-plan': 'status',
  'forbidden-account': 'plan-not-checked',
  'exhausted-account': 'allowance-not-checked',
  'named-response': 'status',
  'missing-credentials': 'missing-credentials',
  'invalid-credentials': 'invalid-credentials',
  'missing-parameter': 'missing-parameter',
  'malformed-parameter': 'malformed-parameter',
  'missing-selector': 'status',
  'several-selectors': 'status',
  'selector-value': 'status',
  'unknown-parameter': 'status',
  'foreign-parameter': 'status',
  'repeated-parameter': 'status',
  probe: 'status',
  rejection: 'status',
};

/** The response that gave a value. */
export interface GivenValue {
  /** `listModels of bmw gave the model m3`. */
  text: string;
  /** Its request. */
  by: ComparedRequest | undefined;
}

/** What a status is compared with. */
export interface ExpectedStatus {
  request: Request;
  /** The operation that was asked. */
  entry: OperationEntry;
  table: Pick<OperationTable, 'operations'>;
  /**
   * The assumption that decides on this request, where no clause does. An undeclared status or a 5xx breaks the table of
   * statuses all the same.
   */
  assumption: string | undefined;
  /** The response that gave the value of this request. */
  gaveValue: GivenValue | undefined;
  /** The request that was rejected last, before this one was made again. */
  rejectedBefore: ComparedRequest | undefined;
  /** The operation that answered instead of the one that was asked. */
  ranInstead: string | undefined;
  /** The records that the body holds; undefined where there is no list and no record. */
  found: readonly Fields[] | undefined;
  /** Whether they are those of the valid request of the operation. */
  isGoodData: boolean;
  /** The text of the body if it is an error, whatever the status says. */
  message: string | undefined;
}

/** The clause of the status 400, by id. */
const BAD_REQUEST = 'errors.400';

/** A status that is not the expected one. */
export function wrongStatus(
  status: number,
  {
    request,
    entry,
    table,
    assumption,
    gaveValue,
    rejectedBefore,
    found,
    isGoodData,
    message,
    ranInstead,
  }: ExpectedStatus,
): Violation {
  const { status: expected, kind, rests, account, parameter } = request;
  const isDeclared = entry.statuses.includes(String(status)) && status < 500;
  const isOwnValue = gaveValue !== undefined && status === 404;
  const code = isOwnValue ? 'own-value-rejected' : isDeclared ? CODES[kind] : 'status';
  // An account that gets data that it may not have breaks a clause, even if an assumption states the rejection.
  const isAssumed = assumption !== undefined && isDeclared && code !== 'wildcard' && !(account && status === 200);
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
    code,
    title: isOwnValue
      ? `${request.operation} answers with 404, though ${gaveValue.text}`
      : isRejectedAs200
        ? 'An error is sent with the status of a success'
        : request.kind === 'good' && gaveValue && status >= 400
          ? `${request.operation} answers a valid request with ${status}, though ${gaveValue.text}`
          : `${capital(asked(request, table))} is answered with ${status}${data}${ranInstead === undefined ? '' : `, as ${ranInstead}`}, not with ${expected}`,
    ...(isAssumed ? { assumption } : clause === undefined ? {} : { clause }),
    ...(cause === undefined ? {} : { cause }),
    ...(assumption !== undefined && !isDeclared
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
