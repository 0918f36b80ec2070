import { joinWords } from '@vehicle-lookup/openapi/selectors';
import type { Request, RequestKind } from '../../../plan/request.ts';
import { capital, formOf } from './asked.ts';

/** How to reject what only an assumption or a rule of several parameters rejects. */
const REJECTED: Partial<Record<RequestKind, string>> = {
  'missing-selector': 'a query without a selector',
  'several-selectors': 'a query with the selectors of two operations',
  'selector-value': 'a selector with another value than 1',
  'unknown-parameter': 'a parameter that no operation has',
  'foreign-parameter': 'a parameter that belongs to another operation',
  'repeated-parameter': 'a parameter that comes twice',
};

/** What to check so that these credentials are rejected. */
function checkOf(faults: NonNullable<Request['faults']>): string {
  const names = joinWords(Object.keys(faults));
  const kinds = new Set(Object.values(faults));
  if (kinds.has('twice')) return `look for a ${names} that comes twice`;
  if (kinds.has('another-account')) return `check that the ${names} belongs to the user of the request`;
  if (kinds.has('other-case')) return `compare the whole ${names}, with regard to case`;
  if (kinds.has('cut') || kinds.has('longer')) return `compare the whole ${names}, its length included`;
  if (kinds.has('absent') || kinds.has('empty')) return `look for ${names} before anything is answered`;
  return `compare ${names} with those of its accounts before anything is answered`;
}

/** What to do about a 5xx. A service that names the mistake of the request has understood it. */
export function serverErrorAdvice(
  { kind, status: expected, parameter, query, faults = {} }: Request,
  message = '',
): string {
  if (kind === 'again')
    return 'The same request had a valid response before, so the error comes and goes: look for it in the log of the service, at the end of this run.';
  const sent = SELECTORS.includes(kind) ? ['selector', ...query.map(([name]) => name)] : [];
  const names = [...Object.keys(faults), ...(parameter === undefined ? [] : [parameter]), ...sent];
  const isNamed = names.some((name) => new RegExp(`\\b${name}\\b`, 'i').test(message));
  if (Number(expected) >= 400 && (isNamed || (expected === '404' && NOTHING.test(message)))) {
    return `The service recognises the mistake, as its text shows, but sends the status of a server error: send ${expected}. Check the other invalid requests, too.`;
  }
  // The command below the finding may get another response.
  return 'Look into the log of the service for the error behind this request: 500 is for faults of the server, not of the request. If the same request gets another status now, the error comes and goes.';
}

/** Invalid requests whose mistake a service may name by any of their parameters. */
const SELECTORS: readonly RequestKind[] = ['missing-selector', 'several-selectors', 'selector-value'];

/** What services write where they find nothing. */
export const NOTHING: RegExp = /\b(not? .*(found|exist|entry|entries|data)|nothing|unknown)\b/i;

/**
 * What to do about another status than the expected one, but a 5xx.
 * @param ranInstead the operation that answered instead of the one that was asked
 * @param isGoodData whether the records of the valid request came
 * @param isOther whether the record of another value than the one that was asked for came
 */
export function statusAdvice(
  status: number,
  request: Request,
  { ranInstead, isGoodData, isOther }: { ranInstead: string | undefined; isGoodData: boolean; isOther: boolean },
): string {
  const { status: expected, kind, parameter, faults = {}, prefer } = request;
  if (kind === 'outside-plan' && status === 200) return 'The plan includes it: leave it out of --plan-lacks.';
  if (kind === 'wildcard') return 'Compare values as they are; escape what has a meaning in patterns.';
  if (status === 206)
    return 'Send the whole list with 200: 206 says that this is a part of it, and no parameter asks for the rest.';
  if (status === 304) return 'Send a 304 only if the request has If-None-Match or If-Modified-Since.';
  if (kind === 'again')
    return 'Something keeps a rejection: probably a cache, in the service or before it, that knows a response by its address alone, or a lock that counts for everybody. Make it tell the credentials of the requests apart, or keep no rejections.';
  if (prefer) return 'Is this the mock? A service is verified with the target "service".';
  if (expected === '401') {
    if (status !== 200)
      return `Check the credentials before anything else, and reject with 401, not with ${status}.`;
    return `${capital(checkOf(faults))}, and reject with 401.`;
  }
  const isRejected = status >= 400 && Number(expected) >= 400;
  if (expected === '400') {
    const what =
      kind === 'missing-parameter'
        ? `a request without ${parameter}`
        : kind === 'malformed-parameter'
          ? `this ${parameter} (${formOf(request)})`
          : (REJECTED[kind] ?? 'such a query');
    if (isRejected) return `Reject ${what} with 400 before it is looked up, not with ${status}.`;
    if (ranInstead !== undefined) return `Reject ${what} with 400 before an operation is chosen.`;
    return `Reject ${what} with 400 before anything is looked up.`;
  }
  if (expected === '404') {
    if (isRejected)
      return `Answer with 404, not with ${status}: the ${parameter} is well-formed, and nothing is found for it.`;
    return status === 200
      ? `${isGoodData ? `The records are those of the valid request: find out whether the ${parameter} is looked at at all. ` : ''}Answer with 404 where nothing is found for the ${parameter}, never with other data or an empty list.${isOther ? ' If that one was asked for before, look for a record that is kept from the last lookup.' : ''}`
      : `Answer with 404, not with ${status}, where nothing is found for the ${parameter}.`;
  }
  const instead = isRejected ? `, not with ${status}` : '';
  if (expected === '403')
    return `Check the plan of the account, and reject with 403${instead}. If the plan of the account "forbidden" does include it, name another account in the file that --data gives to this suite.`;
  if (expected === '429')
    return `Reject an account that has nothing left with 429${instead}. If the account "exhausted" has something left, name another one in the file that --data gives to this suite.`;
  if (status === 401) return 'Check the credentials.';
  if (status === 404) return 'Give values that the service knows as data.';
  if (status === 400)
    return 'Find out which parameter of this valid request the service rejects; the message in the body may say it.';
  return `Answer with ${expected}: ${status} is not declared here.`;
}
