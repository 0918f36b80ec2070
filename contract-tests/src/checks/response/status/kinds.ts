import { joinWords, type OperationTable } from '@vehicle-lookup/openapi/selectors';
import { groupBy } from '../../../group-by.ts';
import { type CredentialFault, type Request, type RequestKind, whyText } from '../../../plan/request.ts';

type Table = Pick<OperationTable, 'operations'>;

/** What a finding says of another status than the expected one to a kind of request. */
interface KindText {
  /** What the request was like: `a request without vin`. */
  asked: (request: Request, table: Table) => string;
  /** What the owner of the service does next. Default: to reject the request as expected. */
  next?: (request: Request, status: number) => string;
}

const valid: KindText['asked'] = () => 'a valid request';
const ofKind: KindText['asked'] = (request) => `a request of the kind ${whyText(request)}`;
const lastName = ({ query }: Request): string => query.at(-1)?.[0] ?? '';
const otherAccount = (request: Request, status: number): string =>
  `Reject the account "${request.account}" with ${request.status}${instead(status)}. If it may make this request, name another account in the file that --data gives to this suite.`;

const KINDS: Readonly<Record<RequestKind, KindText>> = {
  good: {
    asked: valid,
    next: ({ status: expected }, status) =>
      ADVICE_ON_VALID[status] ?? `Answer with ${expected}: ${status} is not declared here.`,
  },
  again: {
    asked: () => 'a valid request that was answered with 200 before',
    next: () =>
      'Let caches and lockouts tell the credentials of requests apart, or keep no rejections: a rejection of other credentials was kept.',
  },
  'unknown-value': {
    asked: ({ parameter, form }) =>
      form === undefined
        ? `a request for a ${parameter} that cannot exist`
        : `a request for an unknown ${parameter} (${form})`,
    next: ({ parameter }, status) =>
      `Answer with 404 where nothing is found for a well-formed ${parameter}${status === 200 ? ', never with other data or an empty list' : instead(status)}.`,
  },
  wildcard: {
    asked: ({ parameter }) => `a request with % as ${parameter}`,
    next: () => 'Compare values as they are; escape what has a meaning in patterns.',
  },
  'outside-plan': {
    asked: ofKind,
    next: ({ status: expected }, status) =>
      status === 200
        ? 'The plan includes it: leave it out of --plan-lacks.'
        : `Reject an operation that the plan lacks with ${expected}, not with ${status}.`,
  },
  'forbidden-account': {
    asked: () => 'a valid request of an account whose plan lacks the operation',
    next: otherAccount,
  },
  'exhausted-account': {
    asked: ({ account }) => `a valid request of an account without allowance (${account})`,
    next: otherAccount,
  },
  'named-response': { asked: ofKind },
  'missing-credentials': {
    asked: ({ faults = {} }) => `a request ${joinWords(faultTexts(faults))}`,
  },
  'invalid-credentials': {
    asked: ({ faults = {} }) => `a request ${joinWords(faultTexts(faults))}`,
  },
  'missing-parameter': { asked: ({ parameter }) => `a request without ${parameter}` },
  'malformed-parameter': {
    asked: (request) => `a request whose ${request.parameter} is malformed (${formOf(request)})`,
  },
  'missing-selector': { asked: () => 'a request without a selector' },
  'several-selectors': {
    asked: (request, table) => `a request with the selectors of two operations (${selectorsText(request, table)})`,
  },
  'selector-value': { asked: (request, table) => `a request with ${selectorsText(request, table)}` },
  'unknown-parameter': {
    asked: (request) => `a request with a parameter that no operation has (${lastName(request)})`,
  },
  'foreign-parameter': {
    asked: (request) => `a request with a parameter that ${request.operation} does not have (${lastName(request)})`,
  },
  'repeated-parameter': { asked: (request) => `a request with ${lastName(request)} twice` },
  probe: { asked: ofKind },
  rejection: { asked: ofKind },
};

/** What to do about the status of a valid request. */
const ADVICE_ON_VALID: Readonly<Record<number, string>> = {
  400: 'Find out which parameter of this valid request the service rejects; the message in the body may say it.',
  401: 'Check the credentials.',
  404: 'Give values that the service knows as data.',
};

/** What to do about a status, whatever the request. */
const ADVICE_ON_STATUS: Readonly<Record<number, string>> = {
  206: 'Send the whole list with 200: 206 says that this is a part of it, and no parameter asks for the rest.',
  304: 'Send a 304 only if the request has If-None-Match or If-Modified-Since.',
};

/** What a request was like: `a request without key`. */
export const askedText = (request: Request, table: Table): string =>
  request.prefer ? `a request with Prefer: ${request.prefer}` : KINDS[request.kind].asked(request, table);

/** What the owner of a service does about another status than the expected one. */
export function nextStep(request: Request, status: number, table: Table): string {
  const { kind, status: expected, prefer } = request;
  if (status >= 500 && !expected.startsWith('4')) {
    const error = 'Look in the log of the service for the error behind this request';
    return kind === 'again'
      ? `${error}, at the end of this run: the same request had a valid response before, so the error comes and goes.`
      : `${error}. If the same request gets another status now, the error comes and goes.`;
  }
  if (prefer) return 'Verify a service with --target service: only a mock obeys Prefer.';
  const own = ADVICE_ON_STATUS[status] ?? KINDS[kind].next?.(request, status);
  if (own !== undefined) return own;
  const when = expected === '400' ? ' before the lookup' : '';
  return `Reject ${askedText(request, table)} with ${expected}${when}${instead(status)}${adviceOnFaults(request, status)}.`;
}

/** The status that came, where it is a rejection, too. */
function instead(status: number): string {
  if (status < 400) return '';
  return `, not with ${status}${status >= 500 ? '; look in the log of the service for the error' : ''}`;
}

/** A wrong credential: what it is like, and how a service notices it; `%` stands for its name. */
const FAULTS: Readonly<Record<CredentialFault, readonly [asked: string, check: string]>> = {
  absent: ['without %', 'look for %'],
  empty: ['with an empty %', 'look for %'],
  twice: ['with % sent twice', 'look for a % that comes twice'],
  'made-up': ['with a made-up %', 'compare % with those of the accounts'],
  'other-case': ['with the % in the other case', 'compare the whole %, including case'],
  cut: ['with the % without the last character', 'compare the whole %, including its length'],
  longer: ['with the % and one character more', 'compare the whole %, including its length'],
  'another-account': ['with the % of another account', 'check that the % belongs to the user of the request'],
  'constructor-name': ['with the % "constructor"', 'compare % with those of the accounts'],
  'proto-name': ['with the % "__proto__"', 'compare % with those of the accounts'],
};

/** `with a made-up user and key`: each way of sending credentials wrongly, once. */
const faultTexts = (faults: NonNullable<Request['faults']>): string[] =>
  [...groupBy(Object.keys(faults), (name) => faults[name])].flatMap(([fault, names]) =>
    fault === undefined ? [] : [FAULTS[fault][0].replace('%', joinWords(names))],
  );

function adviceOnFaults({ faults = {} }: Request, status: number): string {
  const [fault] = Object.values(faults);
  return fault === undefined || status >= 400
    ? ''
    : `: ${FAULTS[fault][1].replace('%', joinWords(Object.keys(faults)))}`;
}

/** `allCars=1 and brands=1`: the selectors of a request, of whatever operation. */
function selectorsText({ query }: Request, { operations }: Table): string {
  const names = new Set(operations.flatMap(({ selectors }) => Object.keys(selectors)));
  return joinWords(
    query
      .filter(([name]) => names.has(name))
      .map(([name, value]) => (value === '' ? `an empty ${name}` : `${name}=${value}`)),
  );
}

/** What is wrong with the value; of a length, which one it has. */
function formOf({ parameter, form, query }: Request): string | undefined {
  const [, value = ''] = query.find(([name]) => name === parameter) ?? [];
  if (form === 'below' || form === 'above') return `${value}, ${form} the limit`;
  if (form !== undefined && /^[A-Z]$/.test(form)) return `with the character ${form}: ${value}`;
  return form === 'long' || form === 'short' ? `too ${form}: ${value.length} characters` : form;
}
