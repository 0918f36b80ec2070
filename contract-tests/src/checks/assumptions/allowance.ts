import { joinWords } from '@vehicle-lookup/openapi/selectors';
import { headerOf, type ReceivedResponse } from '../../run/response.ts';
import {
  type AssumptionCheck,
  confirmed,
  confirmedBy,
  contradicted,
  notObserved,
  sentence,
} from '../assumption-check.ts';
import type { Judgement } from '../judgement.ts';
import { RETRY_AFTER } from '../response/declared-header.ts';

/** An allowance has a window of days; a limit of seconds or minutes is another thing. */
const SHORTEST_WINDOW_S = 3600;
/** The plans have 100 consultations or more; a smaller limit is one of a second or a minute. */
const SMALLEST_ALLOWANCE = 100;
/** Names of limits that are not an allowance, if the headers state neither window nor size. */
const SHORT_LIMIT = /burst|second|minute/i;

/** A limit as headers state it; NaN where they do not. */
interface Limit {
  /** `ratelimit "month"`, `x-ratelimit-remaining`. */
  header: string;
  rest: number;
  limit: number;
  windowSeconds: number;
}

const isAllowance = ({ header, rest, limit, windowSeconds }: Limit): boolean =>
  Number.isInteger(rest) &&
  !(limit < SMALLEST_ALLOWANCE) &&
  !(windowSeconds < SHORTEST_WINDOW_S) &&
  !SHORT_LIMIT.test(header);

/** `r=97` of `"month";r=97;t=600`. */
const parameter = (item: string, name: string): number =>
  Number(new RegExp(`[;,\\s]${name}=(\\d+)`).exec(`;${item}`)?.[1] ?? Number.NaN);

const nameOf = (item: string): string => /^\s*"([^"]*)"/.exec(item)?.[1] ?? '';

/** The items of `RateLimit`, with what `RateLimit-Policy` says of them (draft-ietf-httpapi-ratelimit-headers). */
function namedLimits(response: ReceivedResponse): Limit[] {
  const policies = (headerOf(response, 'ratelimit-policy') ?? '').split(',');
  const items = (headerOf(response, 'ratelimit') ?? '').split(',').filter((item) => item.includes('"'));
  return items.map((item) => {
    const policy = policies.find((other) => nameOf(other) === nameOf(item)) ?? '';
    const [window, reset] = [parameter(policy, 'w'), parameter(item, 't')];
    return {
      header: `ratelimit "${nameOf(item)}"`,
      rest: parameter(item, 'r'),
      limit: parameter(policy, 'q'),
      // The allowance is unused, so there is no time to wait for.
      windowSeconds: Number.isNaN(window) && reset > 0 ? reset : window,
    };
  });
}

/** Prefixes of `-Limit`, `-Remaining` and `-Reset`. */
const PREFIXES = ['ratelimit', 'x-ratelimit', 'x-rate-limit', 'x-quota'];

/** Limits of three headers each, and of an older draft in one: `limit=100, remaining=97, reset=600`. */
function plainLimits(response: ReceivedResponse): Limit[] {
  const draft = headerOf(response, 'ratelimit') ?? '';
  const limitOf = (header: string, read: (name: string) => number): Limit => ({
    header,
    rest: read('remaining'),
    limit: read('limit'),
    windowSeconds: read('reset'),
  });
  return [
    limitOf('ratelimit', (name) => parameter(draft, name)),
    ...PREFIXES.map((prefix) =>
      limitOf(`${prefix}-remaining`, (name) => Number(headerOf(response, `${prefix}-${name}`) ?? Number.NaN)),
    ),
  ];
}

/** How much of the allowance is left, as a response says by one of the usual headers. */
const left = ({ response }: Judgement): Limit | undefined =>
  response && [...namedLimits(response), ...plainLimits(response)].find(isAllowance);

/** Consecutive requests, and the consultations that they took beyond one for each success. */
interface Segment {
  requests: readonly Judgement[];
  surplus: number;
}

const isSuccess = ({ request, response }: Judgement): boolean =>
  response?.status === 200 && request.status === '200' && request.method === undefined;

/** Another 200, such as one that should be an error: nothing decides whether it is charged. */
const isUndecided = (one: Judgement): boolean => one.response?.status === 200 && !isSuccess(one);

/** The requests between two responses that state what is left, in parts as small as the headers allow. */
function segmentsOf(between: readonly Judgement[], { header, rest: start }: Limit): Segment[] {
  const segments: Segment[] = [];
  let rest = start;
  let requests: Judgement[] = [];
  for (const one of between) {
    requests.push(one);
    const limit = left(one);
    if (limit?.header !== header) continue;
    segments.push({ requests, surplus: rest - limit.rest - requests.filter(isSuccess).length });
    rest = limit.rest;
    requests = [];
  }
  return segments.filter((segment) => !segment.requests.some(isUndecided));
}

/** Requests that may be charged otherwise. */
interface Suspects {
  kind: string;
  isOne: (judgement: Judgement) => boolean;
}

/** The successes of one operation, or the errors of some statuses: a service often charges all that it looks up. */
function suspectsOf(requests: readonly Judgement[]): Suspects[] {
  const operations = new Set(requests.filter(isSuccess).map(({ request }) => request.operation));
  const statuses = [...new Set(requests.map(({ response }) => response?.status ?? 0))].filter((one) => one >= 400);
  const subsets: number[][] = [[]];
  for (const status of statuses) subsets.push(...subsets.map((set) => [...set, status]));
  return [
    ...subsets.slice(1).map((set) => ({
      kind: `responses with ${joinWords(set.toSorted().map(String))}`,
      isOne: ({ response }: Judgement) => set.includes(response?.status ?? 0),
    })),
    ...[...operations].map((operation) => ({
      kind: `successes of ${operation}`,
      isOne: (one: Judgement) => isSuccess(one) && one.request.operation === operation,
    })),
  ];
}

/** The requests that explain each surplus: each of them took the same number of consultations too many. */
function chargedOtherwise(segments: readonly Segment[]): { kind: string; all: Judgement[]; each: number } | undefined {
  const requests = segments.flatMap((segment) => segment.requests);
  const surplus = segments.reduce((sum, segment) => sum + segment.surplus, 0);
  for (const { kind, isOne } of suspectsOf(requests)) {
    const all = requests.filter(isOne);
    const each = surplus / all.length;
    if (all.length < FEWEST_CHARGED || each <= 0) continue;
    if (segments.every((one) => one.surplus === each * one.requests.filter(isOne).length)) return { kind, all, each };
  }
  return undefined;
}

const charging: AssumptionCheck = {
  id: 'charging',
  isOfOneCaller: true,
  judge: (judgements, { target }) => {
    if (target === 'mock') return notObserved('a mock charges nothing');
    const own = judgements.filter(({ request }) => request.account === undefined && request.kind !== 'rejection');
    const told = own.filter((one) => one.response?.status === 200 && left(one) !== undefined);
    const [first, last] = [told.at(0), told.at(-1)];
    const [before, after] = [first && left(first), last && left(last)];
    if (!before || !after || !first || !last || before.header !== after.header)
      return notObserved('no quota headers say what is left');
    const between = own.slice(own.indexOf(first) + 1, own.indexOf(last) + 1);
    const successes = between.filter(isSuccess).length;
    const spent = before.rest - after.rest;
    const count = Math.min(Math.max(spent, successes), successes + between.filter(isUndecided).length);
    if (spent === count) {
      const notFound = between.filter(({ response }) => response?.status === 404).length;
      const errors = notFound > 0 ? `${notFound} responses with 404 none` : 'no 404 came between them';
      return confirmed(`${count} further successes took ${spent} consultations, ${errors}`);
    }
    const evidence = `${after.header}: ${after.rest} left after the last of ${count + 1} successes, ${before.rest} after the first`;
    const expected = `${before.rest - count} left: one consultation for each success`;
    if (spent < count && spent >= 0) {
      return contradicted(last, `${count} further successes took ${spent} consultations`, {
        title: 'Successes take less from the allowance than one consultation each',
        expected,
        evidence,
        compared: first.request,
        next: 'Count one consultation for each success, or correct the header that says what is left.',
      });
    }
    const charged = chargedOtherwise(segmentsOf(between, before));
    const [by] = charged?.all ?? [];
    if (!charged || !by) {
      return notObserved(`${count} further successes, ${spent} consultations less: others use the account`);
    }
    const { kind, all, each } = charged;
    const isOfErrors = !isSuccess(by);
    const taken = isOfErrors ? each : each + 1;
    const consultations = taken === 1 ? '1 consultation' : `${taken} consultations`;
    return contradicted(by, `${all.length} ${kind} took ${consultations} each`, {
      title: `${sentence(kind)} take ${isOfErrors ? 'consultations from the allowance' : `${consultations} each`}`,
      expected: `${expected}, and none for an error`,
      evidence,
      next: isOfErrors
        ? 'Charge a request only after the look-up has found data.'
        : 'Charge one consultation for a success of each operation.',
    });
  },
};

/** With a single error, a consultation of another user of the account would look the same. */
const FEWEST_CHARGED = 2;

/** RFC 9110, section 10.2.3. */
const isRetryAfter = (value: string): boolean => /^\d+$/.test(value) || new Date(value).toUTCString() === value;

const retryAfter: AssumptionCheck = {
  id: 'retry-after',
  judge: (judgements) => {
    const sent = judgements.filter(({ response }) => response && headerOf(response, 'retry-after') !== undefined);
    const other = sent.find(({ response }) => response && !isRetryAfter(headerOf(response, 'retry-after') ?? ''));
    if (other) {
      return contradicted(other, 'a Retry-After that is neither a number of seconds nor an HTTP date', {
        header: 'retry-after',
        ...RETRY_AFTER,
      });
    }
    return confirmedBy(sent.length, RETRY_AFTER.expected);
  },
};

export const allowance: readonly AssumptionCheck[] = [charging, retryAfter];
