import { headerOf, type ReceivedResponse } from '../../run/response.ts';
import { type AssumptionCheck, confirmed, confirmedBy, contradicted, notObserved } from '../assumption-check.ts';
import type { Judgement } from '../judgement.ts';

/** An allowance has a window of days; a limit of seconds or minutes is another thing. */
const SHORTEST_WINDOW_S = 3600;
/** The plans have 100 consultations or more; a smaller limit is one of a second or a minute. */
const SMALLEST_ALLOWANCE = 100;
/** Names of limits that are no allowance, where nothing else tells. */
const SHORT_LIMIT = /burst|second|minute/i;

/** A limit as headers state it. */
interface Limit {
  /** `ratelimit "month"`, `x-ratelimit-remaining`. */
  header: string;
  /** NaN: not stated, as are the others. */
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
  const text = headerOf(response, 'ratelimit') ?? '';
  // An older draft: `limit=100, remaining=97, reset=600`.
  if (!text.includes('"')) {
    const [rest, limit] = [parameter(text, 'remaining'), parameter(text, 'limit')];
    const windowSeconds = parameter(text, 'reset');
    return [{ header: 'ratelimit', rest, limit, windowSeconds }];
  }
  return text.split(',').map((item) => {
    const policy = policies.find((other) => nameOf(other) === nameOf(item)) ?? '';
    const [window, reset] = [parameter(policy, 'w'), parameter(item, 't')];
    // Nothing is used yet: there is nothing to wait for.
    const windowSeconds = Number.isNaN(window) && reset > 0 ? reset : window;
    return {
      header: `ratelimit "${nameOf(item)}"`,
      rest: parameter(item, 'r'),
      limit: parameter(policy, 'q'),
      windowSeconds,
    };
  });
}

/** Prefixes of `-Limit`, `-Remaining` and `-Reset`. */
const PREFIXES = ['ratelimit', 'x-ratelimit', 'x-rate-limit', 'x-quota'];

const fieldLimits = (response: ReceivedResponse): Limit[] =>
  PREFIXES.map((prefix) => {
    const read = (name: string) => Number(headerOf(response, `${prefix}-${name}`) ?? Number.NaN);
    return {
      header: `${prefix}-remaining`,
      rest: read('remaining'),
      limit: read('limit'),
      windowSeconds: read('reset'),
    };
  });

/** How much of the allowance is left, as a response says by one of the usual headers. */
const left = ({ response }: Judgement): Limit | undefined =>
  response && [...namedLimits(response), ...fieldLimits(response)].find(isAllowance);

const isStatus = ({ response }: Judgement, test: (status: number) => boolean): boolean =>
  response !== undefined && test(response.status);

const charging: AssumptionCheck = {
  id: 'charging',
  judge: (judgements, { target }) => {
    if (target === 'mock') return notObserved('a mock charges nothing');
    const own = judgements.filter(({ request }) => request.account === undefined && request.kind !== 'rejection');
    const told = own.filter((one) => isStatus(one, (status) => status === 200) && left(one) !== undefined);
    const [first, last] = [told.at(0), told.at(-1)];
    const [before, after] = [first && left(first), last && left(last)];
    if (!before || !after || !first || !last || before.header !== after.header)
      return notObserved('no quota headers say what is left');
    const between = own.slice(own.indexOf(first) + 1, own.indexOf(last) + 1);
    const answered = between.filter((one) => isStatus(one, (status) => status === 200));
    // Whether another 200 is charged, such as one that should be an error, nothing decides.
    const successes = answered.filter(({ request }) => request.status === '200' && request.method === undefined);
    const notFound = between.filter((one) => isStatus(one, (status) => status === 404));
    const rejected = between.filter(
      (one) => one.request.faults === undefined && isStatus(one, (status) => status >= 400),
    );
    const spent = before.rest - after.rest;
    const count = Math.min(Math.max(spent, successes.length), answered.length);
    if (spent === count) {
      const errors = notFound.length > 0 ? `${notFound.length} responses with 404 none` : 'no 404 came between them';
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
    const charged = [notFound, rejected].find(({ length }) => length >= FEWEST_CHARGED && spent === count + length);
    const [error] = charged ?? [];
    if (!charged || !error) {
      return notObserved(`${count} further successes, ${spent} consultations less: others use the account`);
    }
    const what = charged === notFound ? 'responses with 404' : 'rejected requests';
    return contradicted(error, `${count} further successes and ${charged.length} ${what} took ${spent} consultations`, {
      title: `${charged === notFound ? 'Responses with 404' : 'Rejected requests'} take consultations from the allowance`,
      expected: `${expected}, and none for an error`,
      evidence,
      next: 'Charge a request only after the look-up has found data.',
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
        expected: 'a Retry-After in seconds or as an HTTP date',
        standard: 'RFC 9110, section 10.2.3',
        next: 'Write the number of seconds into Retry-After, for example 60.',
      });
    }
    return confirmedBy(sent.length, 'a Retry-After in seconds or as an HTTP date');
  },
};

export const allowance: readonly AssumptionCheck[] = [charging, retryAfter];
