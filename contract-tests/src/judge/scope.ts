import { pattern } from '@vehicle-lookup/openapi';
import { joinWords } from '@vehicle-lookup/openapi/selectors';
import type { CheckCode } from '../checks/catalogue.ts';
import type { Violation } from '../checks/violation.ts';
import { CREDENTIAL_KINDS, type RequestKind } from '../plan/request.ts';
import { headerOf } from '../run/response.ts';
import type { Judgement } from './judgement.ts';

/** Where else in the run a violation was looked for, and what was found there; undefined where it was not. */
export function scopeOf(own: Judgement, violation: Violation, judgements: readonly Judgement[]): string | undefined {
  if (violation.code === 'content-type') return ofMediaType(own, judgements);
  if (OF_BODY.includes(violation.code) || (violation.code === 'schema' && Number(own.response?.status) >= 400))
    return ofBody(own, violation.code, judgements);
  if (violation.code === 'redirect') {
    const count = judgements.filter(({ violations }) => violations.some(({ code }) => code === 'redirect')).length;
    return `${count} of ${judgements.length} requests of the run were redirected`;
  }
  if (OF_TIME.includes(violation.code)) return ofTime(own, violation, judgements);
  if (own.request.kind === 'good' && own.response?.status !== 200) return ofValue(own, judgements);
  if (violation.code === 'schema') return ofMember(own, violation, judgements);
  if (own.request.status !== '200' && String(own.response?.status) !== own.request.status)
    return ofRejection(own, violation, judgements);
  return undefined;
}

/** A wrong media type: at which other statuses of the run it came, and at which it did not. */
function ofMediaType({ response }: Judgement, judgements: readonly Judgement[]): string | undefined {
  if (response === undefined) return undefined;
  const type = headerOf(response, 'content-type');
  const statusesOf = (isAlike: boolean): number[] =>
    [
      ...new Set(
        judgements.flatMap(({ response: other }) =>
          other && other.body.length > 0 && (headerOf(other, 'content-type') === type) === isAlike
            ? [other.status]
            : [],
        ),
      ),
    ].sort();
  const also = statusesOf(true).filter((status) => status !== response.status);
  const not = statusesOf(false).filter((status) => !statusesOf(true).includes(status));
  const parts = [
    ...(also.length > 0 ? [`also with status ${joinWords(also.map(String))}`] : []),
    ...(not.length > 0 ? [`not with ${joinWords(not.map(String))}`] : []),
  ];
  return parts.length === 0 ? undefined : parts.join('; ');
}

/** What is wrong with a body whatever the operation. */
const OF_BODY: readonly CheckCode[] = [
  'not-json',
  'not-utf-8',
  'empty-body',
  'byte-order-mark',
  'encoded-twice',
  'internals-exposed',
  'charset',
  'content-encoding',
];

/** An invalid body: at which statuses it came, and at which bodies are right; of one status, in how many operations. */
function ofBody({ response }: Judgement, code: CheckCode, judgements: readonly Judgement[]): string | undefined {
  const isWrong = ({ violations }: Judgement): boolean => violations.some((violation) => violation.code === code);
  const withBody = judgements.filter((other) => other.response !== undefined && other.response.body.length > 0);
  const statusesOf = (all: readonly Judgement[]): string[] =>
    [...new Set(all.map((other) => String(other.response?.status)))].sort();
  const wrong = statusesOf(judgements.filter((other) => isWrong(other)));
  const right = statusesOf(withBody.filter((other) => !isWrong(other))).filter((status) => !wrong.includes(status));
  const others = withBody.filter((other) => other.response?.status === response?.status && !isWrong(other));
  const alone = [...new Set(others.map(({ request }) => request.operation))].length;
  return [
    `wrong with status ${joinWords(wrong)}`,
    ...(alone > 0 ? [`right in ${alone} other operations with ${response?.status}`] : []),
    ...(right.length > 0 ? [`right with ${joinWords(right)}`] : []),
  ].join('; ');
}

/** What is wrong with a time. */
const OF_TIME: readonly CheckCode[] = ['clock-skew', 'local-time', 'stale-response'];

/** A wrong time: the operations whose responses have the right one in the same place. */
function ofTime(
  { request }: Judgement,
  { pointer, code }: Violation,
  judgements: readonly Judgement[],
): string | undefined {
  const timed = judgements.filter(
    ({ response, json }) => response?.status === 200 && (pointer === undefined || hasPlace(json?.body, pointer)),
  );
  const isWrong = ({ violations }: Judgement) => violations.some((own) => own.code === code && own.pointer === pointer);
  const wrong = new Set(timed.filter(isWrong).map(({ request: { operation } }) => operation));
  const right = timed.filter(({ request: { operation } }) => !wrong.has(operation) && operation !== request.operation);
  return rightText(right);
}

/** A wrong member: the operations whose responses have it right. */
function ofMember(
  { request, response, json }: Judgement,
  { pointer = '' }: Violation,
  judgements: readonly Judgement[],
): string | undefined {
  // Each operation has its own form of data.
  if (response?.status !== 200 || pointer === '' || pointer === '/data') return undefined;
  const place = placeOf(json?.body, pointer);
  const broken = new Set(
    judgements.flatMap((other) =>
      other.violations.some(({ code, pointer: its }) => code === 'schema' && placeOf(other.json?.body, its) === place)
        ? [other.request.operation]
        : [],
    ),
  );
  const right = judgements.filter(
    (other) =>
      other.request.operation !== request.operation &&
      !broken.has(other.request.operation) &&
      other.response?.status === 200 &&
      other.envelope !== undefined &&
      hasPlace(other.json?.body, pointer),
  );
  return rightText(right);
}

/** A place without the numbers of list elements: a record alone and a record of a list have the same one. */
const placeOf = (body: unknown, pointer = ''): string => pattern(body, pointer).replaceAll(/\/\*/g, '');

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
  const names = [...new Set(answered.map((other) => other.request.operation))];
  return first && `${shared(first)} is answered with 200 by ${joinWords(names)}`;
}

const OF_ANY_PARAMETER: readonly RequestKind[] = ['foreign-parameter', 'repeated-parameter'];

/** An invalid request that is not rejected as documented: the operations that reject one of the same kind. */
function ofRejection({ request, response }: Judgement, { cause }: Violation, judgements: readonly Judgement[]): string {
  // Which parameter is foreign or repeated differs from operation to operation.
  const keyOf = ({ kind, parameter, form, faults, status }: Judgement['request']): string =>
    JSON.stringify([kind, ...(OF_ANY_PARAMETER.includes(kind) ? [] : [parameter, form]), faults, status]);
  const answered = judgements.filter((other) => other.response !== undefined);
  if (cause !== undefined) {
    const expecting = answered.filter(({ request: other }) => other.status === request.status);
    const count = expecting.filter((other) => other.response?.status === response?.status).length;
    return `${count} of ${expecting.length} requests that expect ${request.status} were answered with ${response?.status}`;
  }
  const alike = answered.filter(({ request: other }) => keyOf(other) === keyOf(request));
  const broken = new Set(
    alike.flatMap(({ request: other, violations }) => (violations.length > 0 ? [other.operation] : [])),
  );
  const same =
    rightText(
      alike.filter(({ request: { operation } }) => !broken.has(operation)),
      'rejected rightly',
    ) ??
    (broken.size <= 1
      ? `tried in ${request.operation} alone`
      : `wrong in all ${broken.size} operations that were tried`);
  if (!CREDENTIAL_KINDS.includes(request.kind)) return same;
  const others = answered.filter(
    ({ request: other }) => CREDENTIAL_KINDS.includes(other.kind) && keyOf(other) !== keyOf(request),
  );
  const right = others.filter(({ violations }) => violations.length === 0).length;
  return others.length === 0
    ? same
    : `${same}; of ${others.length} requests with other wrong credentials ${right} were rejected rightly`;
}

/** A longer list is not worth reading. */
const MOST_NAMES = 4;

/** `right in listBrands and listModels`: the operations of some judgements, each once; undefined without any. */
function rightText(right: readonly Judgement[], how = 'right'): string | undefined {
  const names = [...new Set(right.map(({ request }) => request.operation))];
  if (names.length === 0) return undefined;
  return `${how} in ${names.length > MOST_NAMES ? `${names.length} other operations` : joinWords(names)}`;
}
