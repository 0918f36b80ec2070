import { pattern } from '@vehicle-lookup/openapi';
import { joinWords } from '@vehicle-lookup/openapi/selectors';
import type { CheckCode } from '../checks/catalogue.ts';
import type { Violation } from '../checks/violation.ts';
import { CREDENTIAL_KINDS, type RequestKind } from '../plan/request.ts';
import type { Judgement } from './judgement.ts';

/** Where else in the run a violation was looked for, and what was found there; undefined where it was not. */
export function scopeOf(own: Judgement, violation: Violation, judgements: readonly Judgement[]): string | undefined {
  if (OF_BODY.includes(violation.code) || (violation.code === 'schema' && Number(own.response?.status) >= 400))
    return ofBody(own, violation.code, judgements);
  if (violation.code === 'redirect') {
    const count = judgements.filter(({ violations }) => violations.some(({ code }) => code === 'redirect')).length;
    return `${count} of ${judgements.length} requests of the run were redirected`;
  }
  if (own.request.kind === 'good' && own.response?.status !== 200) return ofValue(own, judgements);
  if (OF_MEMBER.includes(violation.code)) return ofMember(own, violation, judgements);
  if (own.request.status !== '200' && String(own.response?.status) !== own.request.status)
    return ofRejection(own, violation, judgements);
  return undefined;
}

/** What is wrong with a body whatever the operation. */
const OF_BODY: readonly CheckCode[] = [
  'content-type',
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
  const statusesOf = (all: readonly Judgement[]): string[] =>
    [...new Set(all.map((other) => String(other.response?.status)))].sort();
  const wrong = statusesOf(judgements.filter((other) => isWrong(other)));
  const rightOnes = judgements.filter((other) => other.json !== undefined && !isWrong(other));
  const right = statusesOf(rightOnes).filter((status) => !wrong.includes(status));
  const others = rightOnes.filter((other) => other.response?.status === response?.status);
  const alone = [...new Set(others.map(({ request }) => request.operation))].length;
  return [
    `wrong with status ${joinWords(wrong)}`,
    ...(alone > 0 ? [`right in ${alone} other operations with ${response?.status}`] : []),
    ...(right.length > 0 ? [`right with ${joinWords(right)}`] : []),
  ].join('; ');
}

/** What is wrong with one field, or with a time in the headers. */
const OF_MEMBER: readonly CheckCode[] = ['schema', 'clock-skew', 'local-time', 'stale-response'];

/** A wrong member: the operations whose responses have it right. */
function ofMember(
  { request, response, json }: Judgement,
  { code, pointer = '' }: Violation,
  judgements: readonly Judgement[],
): string | undefined {
  // Each operation has its own form of data.
  if (response?.status !== 200 || (code === 'schema' && ['', '/data'].includes(pointer))) return undefined;
  const place = placeOf(json?.body, pointer);
  const broken = new Set(
    judgements.flatMap((other) =>
      other.violations.some((its) => its.code === code && placeOf(other.json?.body, its.pointer) === place)
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
