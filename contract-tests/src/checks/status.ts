import { joinWords, type OperationEntry } from '@vehicle-lookup/selectors';
import { groupBy } from '../group-by.ts';
import type { CredentialFault, Request } from '../plan/request.ts';
import { type RequestKind, whyText } from '../plan/request-kind.ts';
import type { ComparedRequest } from '../run/request-text.ts';
import type { Breach } from './breach.ts';
import type { CheckCode } from './catalogue.ts';

/**
 * The code of a finding if a request of this kind has another declared status than the expected one. An undeclared status,
 * or a 5xx, is `status` for every kind.
 */
const CODES: Readonly<Record<RequestKind, CheckCode>> = {
  good: 'status',
  again: 'refusal-returned',
  'unknown-value': 'status',
  wildcard: 'wildcard',
  'outside-plan': 'status',
  'forbidden-account': 'plan-not-checked',
  'exhausted-account': 'allowance-not-checked',
  'named-reply': 'status',
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
  refusal: 'status',
};

/** The reply that gave a value. */
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
  /**
   * The assumption that decides on this request, where no clause does. An undeclared status or a 5xx breaks the table of
   * statuses all the same.
   */
  assumption: string | undefined;
  /** The reply that gave the value of this request. */
  gaveValue: GivenValue | undefined;
  /** The operation that answered in place of the one that was asked. */
  ranInstead: string | undefined;
  /** How many records the body holds; undefined where there is no list and no record. */
  found: number | undefined;
  /** The text of the body if it is an error, whatever the status says. */
  message: string | undefined;
}

/** The clause of the status 400, by id. */
const BAD_REQUEST = 'errors.400';

/** A status that is not the expected one. */
export function wrongStatus(
  status: number,
  { request, entry, assumption, gaveValue, found, message, ranInstead }: ExpectedStatus,
): Breach {
  const { status: expected, kind, rests, account, parameter } = request;
  const isDeclared = entry.statuses.includes(String(status)) && status < 500;
  const isOwnValue = gaveValue !== undefined && status === 404;
  const code = isOwnValue ? 'own-value-refused' : isDeclared ? CODES[kind] : 'status';
  // An account that gets data that it may not have breaks a clause, even if an assumption states the refusal.
  const isAssumed = assumption !== undefined && isDeclared && code !== 'wildcard' && !(account && status === 200);
  // The check of credentials names its clause. For all other requests the document says what they rest on.
  const isRefusedAs200 = message !== undefined && status === 200 && Number(expected) >= 400;
  const cause = isRefusedAs200
    ? 'errors with status 200'
    : expected.startsWith('4') && status !== 200 && !isAssumed
      ? // A service that maps a refusal to another status does so wherever it refuses.
        `${code} ${status} for ${expected}`
      : undefined;
  const clause = expected === '401' || code === 'refusal-returned' ? undefined : rests.clause;
  const data = status === 200 && found !== undefined ? ` and ${dataText(found)}` : '';
  return {
    code,
    title: isOwnValue
      ? `${request.operation} refuses a value that the service gave itself`
      : isRefusedAs200
        ? 'An error is sent with the status of a success'
        : `${capital(asked(request))} is answered with ${status}${data}${ranInstead === undefined ? '' : `, as ${ranInstead}`}, not with ${expected}`,
    ...(isAssumed ? { assumption } : clause === undefined ? {} : { clause }),
    ...(cause === undefined ? {} : { cause }),
    ...(assumption !== undefined && !isDeclared
      ? {
          reading: `The table of statuses, of which this is the first row, ${status >= 500 ? 'keeps 5xx for faults of the server' : `has no ${status}`}.`,
        }
      : {}),
    ...(code === 'plan-not-checked' && !isAssumed
      ? {
          reading: `The clause limits the operation to certain plans.${assumption === undefined ? '' : ` That the refusal is a 403 is the assumption ${assumption}.`}`,
        }
      : {}),
    // The clause of a value says what is excluded, the table of statuses what follows.
    ...(expected === '400' && !isAssumed && assumption === undefined && clause !== undefined && clause !== BAD_REQUEST
      ? {
          reading: `The clause says which ${parameter ?? 'query'} is valid; ${BAD_REQUEST} gives 400 to any other one.`,
        }
      : {}),
    ...(isOwnValue && gaveValue.by ? { compared: gaveValue.by } : {}),
    expected: isOwnValue ? `status ${expected} to a value that the service gave itself` : `status ${expected}`,
    got: isOwnValue
      ? `${request.operation} refuses with ${status} a value that the service gave itself: ${gaveValue.text}`
      : `status ${status}${isRefusedAs200 ? ' with the body of an error' : ''} to ${asked(request)}${ranInstead === undefined ? '' : `, which was answered as ${ranInstead}`}`,
    next: isOwnValue
      ? isAssumed
        ? `If there is nothing for it, answer with ${expected} and an empty list; otherwise make both operations read the same data.`
        : 'Make both operations read the same data.'
      : isRefusedAs200
        ? `Send this refusal with the status ${expected}: clients take 200 for a success.`
        : status >= 500
          ? serverErrorAdvice(request, message)
          : advice(status, request, ranInstead),
  };
}

const dataText = (records: number): string =>
  records === 0 ? 'an empty list' : records === 1 ? 'one record' : `${records} records`;

const capital = (text: string): string => `${text[0]?.toUpperCase()}${text.slice(1)}`;

/** How to refuse what only an assumption or a rule of several parameters refuses. */
const REFUSED: Partial<Record<RequestKind, string>> = {
  'missing-selector': 'a query without a selector',
  'several-selectors': 'a query with the selectors of two operations',
  'selector-value': 'a selector with another value than 1',
  'unknown-parameter': 'a parameter that no operation has',
  'foreign-parameter': 'a parameter that belongs to another operation',
  'repeated-parameter': 'a parameter that comes twice',
};

const FAULTS: Readonly<Record<CredentialFault, (names: string) => string>> = {
  absent: (names) => `without ${names}`,
  empty: (names) => `with an empty ${names}`,
  twice: (names) => `with ${names} sent twice`,
  'made-up': (names) => `with a made-up ${names}`,
  'other-case': (names) => `with the ${names} in the other case`,
  cut: (names) => `with the ${names} without the last character`,
  longer: (names) => `with the ${names} and one character more`,
  'another-account': (names) => `with the ${names} of another account`,
};

/** `a made-up user and key`: each way of sending credentials wrongly, once. */
const wrongCredentials = (faults: NonNullable<Request['faults']>): string[] =>
  [...groupBy(Object.keys(faults), (name) => faults[name])].flatMap(([fault, names]) =>
    fault === undefined ? [] : [FAULTS[fault](joinWords(names))],
  );

/** What is wrong with a request that only an assumption or a rule of several parameters refuses. */
const UNDECLARED: Partial<Record<RequestKind, (request: Request) => string>> = {
  'several-selectors': () => 'a request with the selectors of two operations',
  'missing-selector': () => 'a request without a selector',
  'selector-value': ({ id, form }) =>
    form === undefined
      ? `a request with a wrong selector (${id})`
      : `a request whose selector has ${form === '' ? 'an empty value' : `the value ${form}`}`,
  'unknown-parameter': ({ query }) => `a request with a parameter that no operation has (${query.at(-1)?.[0]})`,
  'foreign-parameter': ({ operation, query }) =>
    `a request with a parameter that ${operation} does not have (${query.at(-1)?.[0]})`,
  'repeated-parameter': ({ query }) => `a request with ${query.at(-1)?.[0]} twice`,
};

/** What a request was like: `a request without key`. */
export function asked(request: Request): string {
  const { kind, parameter, faults = {}, account, prefer } = request;
  const wrong = wrongCredentials(faults);
  if (wrong.length > 0) return `a request ${joinWords(wrong)}`;
  if (account) return `a good request of the ${account} account`;
  if (prefer) return `a request with Prefer: ${prefer}`;
  if (kind === 'missing-parameter') return `a request without ${parameter}`;
  if (kind === 'malformed-parameter') return `a request whose ${parameter} is malformed (${formOf(request)})`;
  if (kind === 'wildcard') return `a request with % as ${parameter}`;
  if (kind === 'unknown-value') return `a request for a ${parameter} that cannot exist`;
  if (kind === 'good') return 'a good request';
  if (kind === 'again') return 'a good request that was answered with 200 before';
  return UNDECLARED[kind]?.(request) ?? `a request of the kind ${whyText(request)}`;
}

/** What is wrong with the value; of a length, which one it has. */
function formOf({ parameter, form, query }: Request): string | undefined {
  const [, value = ''] = query.find(([name]) => name === parameter) ?? [];
  if (form === 'below' || form === 'above') return `${value}, ${form} the limit`;
  if (form !== undefined && /^[A-Z]$/.test(form)) return `with the character ${form}: ${value}`;
  return form === 'long' || form === 'short' ? `too ${form}: ${value.length} characters` : form;
}

/** What to check so that these credentials are refused. */
function checkOf(faults: NonNullable<Request['faults']>): string {
  const names = joinWords(Object.keys(faults));
  const kinds = new Set(Object.values(faults));
  if (kinds.has('twice')) return `look for a ${names} that comes twice`;
  if (kinds.has('another-account')) return `check that the ${names} belongs to the user of the request`;
  if (kinds.has('other-case')) return `compare the whole ${names}, with regard to case`;
  if (kinds.has('cut') || kinds.has('longer')) return `compare the whole ${names}, its length included`;
  if (kinds.has('absent') || kinds.has('empty')) return `look for ${names} before it answers`;
  return `compare ${names} with those of its accounts before it answers`;
}

/** What to do about a 5xx. A service that names the mistake of the request has understood it. */
function serverErrorAdvice({ kind, status: expected, parameter, query, faults = {} }: Request, message = ''): string {
  if (kind === 'again')
    return 'The same request had a right reply before, so the error comes and goes: look for it in the log of the service, at the end of this run.';
  const sent = SELECTORS.includes(kind) ? ['selector', ...query.map(([name]) => name)] : [];
  const names = [...Object.keys(faults), ...(parameter === undefined ? [] : [parameter]), ...sent];
  const isNamed = names.some((name) => new RegExp(`\\b${name}\\b`, 'i').test(message));
  if (Number(expected) >= 400 && (isNamed || (expected === '404' && NOTHING.test(message)))) {
    return `The service recognises the mistake, as its text shows, but sends the status of a server error: send ${expected}. Check the other wrong requests, too.`;
  }
  // The command below the finding may get another reply.
  return 'Look into the log of the service for the error behind this request: 500 is for faults of the server, not of the request. If the same request gets another status now, the error comes and goes.';
}

/** Wrong requests whose mistake a service may name by any of their parameters. */
const SELECTORS: readonly RequestKind[] = ['missing-selector', 'several-selectors', 'selector-value'];

/** What services write where they find nothing. */
const NOTHING = /\b(not? .*(found|exist|entry|entries|data)|nothing|unknown)\b/i;

function advice(
  status: number,
  { operation, status: expected, kind, parameter, faults = {}, prefer }: Request,
  ranInstead: string | undefined,
): string {
  if (kind === 'outside-plan' && status === 200) return 'The plan includes it: leave it out of --plan-lacks.';
  if (kind === 'wildcard') return 'Compare values as they are; escape what has a meaning in patterns.';
  if (status === 304) return 'Send a 304 only if the request has If-None-Match or If-Modified-Since.';
  if (kind === 'again') return 'Find out what keeps a refusal, and make it tell apart the credentials of the requests.';
  if (prefer) return 'Is this the mock? A service is verified with the target "service".';
  if (expected === '401') {
    if (status !== 200) return `Check the credentials before anything else, and refuse with 401, not with ${status}.`;
    return `Make ${operation} ${checkOf(faults)}, and refuse with 401.`;
  }
  const isRefused = status >= 400 && Number(expected) >= 400;
  if (expected === '400') {
    const what =
      kind === 'missing-parameter'
        ? `a request without ${parameter}`
        : kind === 'malformed-parameter'
          ? `this ${parameter}`
          : (REFUSED[kind] ?? 'such a query');
    if (isRefused) return `Refuse ${what} with 400 before it is looked up, not with ${status}.`;
    if (ranInstead !== undefined) return `Refuse ${what} with 400 before an operation is chosen.`;
    return `Make ${operation} refuse ${what} with 400 before it looks anything up.`;
  }
  if (expected === '404') {
    if (isRefused)
      return `Answer with 404, not with ${status}: the ${parameter} is well-formed, and nothing is found for it.`;
    return status === 200
      ? `Make ${operation} answer with 404 where nothing is found for the ${parameter}, never with other data or an empty list.`
      : `Answer with 404, not with ${status}, where nothing is found for the ${parameter}.`;
  }
  const instead = isRefused ? `, not with ${status}` : '';
  if (expected === '403')
    return `Make ${operation} check the plan of the account, and refuse with 403${instead}. If the plan of the account "forbidden" does include it, name another account in the file that --data gives to this suite.`;
  if (expected === '429')
    return `Make the service refuse an account that has nothing left with 429${instead}. If the account "exhausted" has something left, name another one in the file that --data gives to this suite.`;
  if (status === 401) return 'Check the credentials.';
  if (status === 404) return 'Give values that the service knows as data.';
  if (status === 400)
    return 'Find out which parameter of this good request the service refuses; the message in the body may say it.';
  return `Answer with ${expected}: ${status} is not declared here.`;
}
