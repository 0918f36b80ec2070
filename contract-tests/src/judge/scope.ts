import { pattern } from '@vehicle-lookup/openapi';
import { joinWords } from '@vehicle-lookup/openapi/selectors';
import { checkOf } from '../checks/index.ts';
import type { Judgement } from '../checks/judgement.ts';
import type { Violation } from '../checks/violation.ts';
import type { RequestKind } from '../plan/request.ts';

/** Where else in the run a violation could have shown, and whether it did; undefined where nothing else could show it. */
export function scopeOf(own: Judgement, violation: Violation, judgements: readonly Judgement[]): string | undefined {
  const { request, response } = own;
  const isOtherStatus = String(response?.status) !== request.status;
  if (request.kind === 'good' && isOtherStatus) return ofValue(own, judgements);
  const isMember = OF_MEMBER.includes(violation.code) && response?.status === 200;
  const isAlike = isOtherStatus
    ? isSameRequest(own)
    : isMember
      ? hasSamePlace(violation)
      : checkOf(violation.code)?.isOfAnyBody && (({ json }: Judgement) => json !== undefined);
  if (!isAlike) return undefined;
  const place = placeOf(own, violation);
  const isWrong = (other: Judgement): boolean =>
    other.violations.some(
      (its) =>
        (its.code === violation.code || (its.cause !== undefined && its.cause === violation.cause)) &&
        (!isMember || placeOf(other, its) === place),
    );
  const alike = judgements.filter(
    (other) => other.response !== undefined && (isAlike(other) || (!isOtherStatus && isWrong(other))),
  );
  const [wrong, right] = [alike.filter(isWrong), alike.filter((other) => !isWrong(other))];
  const operations = distinct(wrong, ({ request: { operation } }) => operation);
  const rightIn = distinct(
    right.filter((other) => isOtherStatus || other.response?.status === response?.status),
    ({ request: { operation } }) => operation,
  ).filter((name) => !operations.includes(name));
  if (rightIn.length > 0)
    return `right in ${rightIn.length > MOST_NAMES ? `${rightIn.length} other operations` : joinWords(rightIn)}`;
  if (isMember) return undefined;
  if (isOtherStatus) {
    return operations.length <= 1
      ? `tried only in ${request.operation}`
      : `wrong in all ${operations.length} operations that were tried`;
  }
  const statusOf = ({ response: other }: Judgement): string => String(other?.status);
  const statuses = distinct(wrong, statusOf).sort();
  const others = distinct(right, statusOf).filter((status) => !statuses.includes(status));
  return `wrong with status ${joinWords(statuses)}${others.length > 0 ? `; right with ${joinWords(others.sort())}` : ''}`;
}

/** What is wrong with one field, or with a time in the headers. */
const OF_MEMBER = ['schema', 'clock-skew', 'local-time', 'stale-response'];

/** A longer list is not worth reading. */
const MOST_NAMES = 4;

const distinct = (judgements: readonly Judgement[], textOf: (judgement: Judgement) => string): string[] => [
  ...new Set(judgements.map(textOf)),
];

const OF_ANY_PARAMETER: readonly RequestKind[] = ['foreign-parameter', 'repeated-parameter'];

/** Requests that are wrong in the same way. A lock rejects valid requests of any kind. */
function isSameRequest({ request, response }: Judgement): (other: Judgement) => boolean {
  if (response?.status === 401) return ({ request: other }) => other.status !== '401';
  // Which parameter is foreign or repeated differs from operation to operation.
  const keyOf = ({ kind, parameter, form, faults, status }: Judgement['request']): string =>
    JSON.stringify([kind, ...(OF_ANY_PARAMETER.includes(kind) ? [] : [parameter, form]), faults, status]);
  return ({ request: other }) => keyOf(other) === keyOf(request);
}

/** Successes whose body has the same place. Each operation has its own form of data. */
function hasSamePlace({ code, pointer = '' }: Violation): ((other: Judgement) => boolean) | undefined {
  if (code === 'schema' && (pointer === '' || pointer === '/data')) return undefined;
  return ({ response, envelope, json }) =>
    response?.status === 200 && envelope !== undefined && hasPlace(json?.body, pointer);
}

/** Returns a pointer without list indexes, so that a single record and a record of a list have the same location. */
const placeOf = ({ json }: Judgement, { pointer = '' }: Violation): string =>
  pattern(json?.body, pointer).replaceAll(/\/\*/g, '');

/** Whether a body has a field at a place, in a list or outside of one. */
function hasPlace(body: unknown, pointer: string): boolean {
  let values: unknown[] = [body];
  for (const key of pointer.split('/').slice(1)) {
    if (/^\d+$/.test(key)) continue;
    values = values.flat().flatMap((value) => (Object.hasOwn(Object(value), key) ? [Object(value)[key]] : []));
  }
  return values.length > 0;
}

/** A valid request that is not answered: the operations that answer another one with the same value. */
function ofValue({ request }: Judgement, judgements: readonly Judgement[]): string | undefined {
  // No two operations have a selector in common, so what they share is a value.
  const shared = (other: Judgement): string | undefined =>
    request.query
      .filter(([name, value]) => other.request.query.some((pair) => pair[0] === name && pair[1] === value))
      .map(([name, value]) => `${name}=${value}`)
      .at(-1);
  const answered = judgements.filter(
    (other) =>
      other.request.operation !== request.operation &&
      other.request.kind === 'good' &&
      other.response?.status === 200 &&
      shared(other) !== undefined,
  );
  const [first] = answered;
  return first && `${shared(first)} returns 200 in ${joinWords(distinct(answered, (one) => one.request.operation))}`;
}
