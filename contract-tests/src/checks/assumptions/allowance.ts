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

/** The shortest window of an allowance. A shorter window belongs to a rate limit. */
const SHORTEST_WINDOW_S = 3600;
/** The smallest allowance. The plans include at least 100 consultations; a smaller limit is a rate limit. */
const SMALLEST_ALLOWANCE = 100;
/** Names that identify a rate limit if the headers state neither its window nor its size. */
const SHORT_LIMIT = /burst|second|minute/i;

/** A limit as stated in response headers. A missing number is NaN. */
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

/** Returns the items of `RateLimit` combined with their `RateLimit-Policy` items (draft-ietf-httpapi-ratelimit-headers). */
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
      // If the allowance is unused, `t` is 0 and does not show the window.
      windowSeconds: Number.isNaN(window) && reset > 0 ? reset : window,
    };
  });
}

/** Prefixes of `-Limit`, `-Remaining` and `-Reset`. */
const PREFIXES = ['ratelimit', 'x-ratelimit', 'x-rate-limit', 'x-quota'];

/** Returns limits stated in three headers, or in one header as in an older draft: `limit=100, remaining=97, reset=600`. */
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

/** Returns the remaining allowance that a response states in one of the common headers. */
const left = ({ response }: Judgement): Limit | undefined =>
  response && [...namedLimits(response), ...plainLimits(response)].find(isAllowance);

/** Consecutive requests, and the number of consultations charged beyond one per successful response. */
interface Segment {
  requests: readonly Judgement[];
  surplus: number;
}

const isSuccess = ({ request, response }: Judgement): boolean =>
  response?.status === 200 && request.status === '200' && request.method === undefined;

/** Returns whether a response has status 200 but is not a success. Such a response may or may not be charged. */
const isUndecided = (one: Judgement): boolean => one.response?.status === 200 && !isSuccess(one);

/** Splits requests into the shortest segments that end with a response that states the remaining allowance. */
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

/** A group of requests that may be charged differently. */
interface Suspects {
  kind: string;
  isOne: (judgement: Judgement) => boolean;
}

/** Returns every set of error statuses, and each operation's successes, because services often charge every lookup. */
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

/** Returns the group of requests that explains every surplus: each request took the same number of extra consultations. */
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
    if (target === 'mock') return notObserved('a mock does not charge requests');
    const own = judgements.filter(({ request }) => request.account === undefined && request.kind !== 'rejection');
    const told = own.filter((one) => one.response?.status === 200 && left(one) !== undefined);
    const [first, last] = [told.at(0), told.at(-1)];
    const [before, after] = [first && left(first), last && left(last)];
    if (!before || !after || !first || !last || before.header !== after.header)
      return notObserved('no header states the remaining allowance');
    const between = own.slice(own.indexOf(first) + 1, own.indexOf(last) + 1);
    const successes = between.filter(isSuccess).length;
    const spent = before.rest - after.rest;
    const count = Math.min(Math.max(spent, successes), successes + between.filter(isUndecided).length);
    if (spent === count) {
      const notFound = between.filter(({ response }) => response?.status === 404).length;
      const errors = notFound > 0 ? `${notFound} responses with 404 were free` : 'no 404 was received in between';
      return confirmed(`${count} further successes took ${spent} consultations, ${errors}`);
    }
    const evidence = `${after.header}: ${after.rest} left after the last of ${count + 1} successes, ${before.rest} after the first`;
    const expected = `${before.rest - count} left: one consultation for each success`;
    if (spent < count && spent >= 0) {
      return contradicted(last, `${count} further successes took ${spent} consultations`, {
        title: 'Some successes are not charged to the allowance',
        expected,
        evidence,
        compared: first.request,
        next: 'Count one consultation for each success, or correct the header with the remaining allowance.',
      });
    }
    const charged = chargedOtherwise(segmentsOf(between, before));
    const [by] = charged?.all ?? [];
    if (!charged || !by) {
      return notObserved(`${count} further successes, but ${spent} consultations: other callers use the account`);
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

/** The minimum size of a group: a single error would look like a consultation by another user of the account. */
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
