import { pattern } from '@vehicle-lookup/openapi';
import { joinWords } from '@vehicle-lookup/openapi/selectors';
import { checkOf } from '../checks/index.ts';
import type { Judgement } from '../checks/judgement.ts';
import type { Violation } from '../checks/violation.ts';
import type { RequestKind } from '../plan/request.ts';

/** Describes which comparable responses of the run have the same violation. Undefined if there is no comparable response. */
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
    return `correct in ${rightIn.length > MOST_NAMES ? `${rightIn.length} other operations` : joinWords(rightIn)}`;
  if (isMember) return undefined;
  if (isOtherStatus) {
    return operations.length <= 1
      ? `tested only in ${request.operation}`
      : `incorrect in all ${operations.length} tested operations`;
  }
  const statusOf = ({ response: other }: Judgement): string => String(other?.status);
  const statuses = distinct(wrong, statusOf).sort();
  const others = distinct(right, statusOf).filter((status) => !statuses.includes(status));
  return `incorrect with status ${joinWords(statuses)}${others.length > 0 ? `; correct with ${joinWords(others.sort())}` : ''}`;
}

/** The codes of checks about one field, or about a time in a header. */
const OF_MEMBER = ['schema', 'clock-skew', 'local-time', 'stale-response'];

/** The maximum number of operation names in a text. */
const MOST_NAMES = 4;

const distinct = (judgements: readonly Judgement[], textOf: (judgement: Judgement) => string): string[] => [
  ...new Set(judgements.map(textOf)),
];

const OF_ANY_PARAMETER: readonly RequestKind[] = ['foreign-parameter', 'repeated-parameter'];

/** Returns a predicate for requests with the same error. A lockout rejects valid requests of any kind. */
function isSameRequest({ request, response }: Judgement): (other: Judgement) => boolean {
  if (response?.status === 401) return ({ request: other }) => other.status !== '401';
  // The foreign or repeated parameter differs between operations.
  const keyOf = ({ kind, parameter, form, faults, status }: Judgement['request']): string =>
    JSON.stringify([kind, ...(OF_ANY_PARAMETER.includes(kind) ? [] : [parameter, form]), faults, status]);
  return ({ request: other }) => keyOf(other) === keyOf(request);
}

/** Returns a predicate for successes whose body has the same location. Each operation has its own data schema. */
function hasSamePlace({ code, pointer = '' }: Violation): ((other: Judgement) => boolean) | undefined {
  if (code === 'schema' && (pointer === '' || pointer === '/data')) return undefined;
  return ({ response, envelope, json }) =>
    response?.status === 200 && envelope !== undefined && hasPlace(json?.body, pointer);
}

/** Returns a pointer without list indexes, so that a single record and a record in a list have the same location. */
const placeOf = ({ json }: Judgement, { pointer = '' }: Violation): string =>
  pattern(json?.body, pointer).replaceAll(/\/\*/g, '');

/** Returns whether a body has a field at a location, inside or outside a list. */
function hasPlace(body: unknown, pointer: string): boolean {
  let values: unknown[] = [body];
  for (const key of pointer.split('/').slice(1)) {
    if (/^\d+$/.test(key)) continue;
    values = values.flat().flatMap((value) => (Object.hasOwn(Object(value), key) ? [Object(value)[key]] : []));
  }
  return values.length > 0;
}

/** Describes the operations that return 200 for the same value, if a valid request with the value was rejected. */
function ofValue({ request }: Judgement, judgements: readonly Judgement[]): string | undefined {
  // Operations do not share selectors, so a common parameter has a value.
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
