import { joinWords, type OperationTable } from '@vehicle-lookup/openapi/selectors';
import { groupBy } from '../../../group-by.ts';
import { type CredentialFault, type Request, type RequestKind, whyText } from '../../../plan/request.ts';

type Table = Pick<OperationTable, 'operations'>;

const lastName = ({ query }: Request): string => query.at(-1)?.[0] ?? '';
const ofKind = (request: Request): string => `a request of the kind ${whyText(request)}`;
const ofCredentials = ({ faults = {} }: Request): string => `a request ${joinWords(faultTexts(faults))}`;

/** Descriptions of requests by kind: `a request without vin`. */
const ASKED: Readonly<Record<RequestKind, (request: Request, table: Table) => string>> = {
  good: () => 'a valid request',
  again: () => 'a valid request that returned 200 before',
  'unknown-value': ({ parameter, form }) =>
    form === undefined
      ? `a request for a ${parameter} that cannot exist`
      : `a request for an unknown ${parameter} (${form})`,
  wildcard: ({ parameter }) => `a request with % as ${parameter}`,
  'outside-plan': ofKind,
  'forbidden-account': () => 'a valid request from an account whose plan lacks the operation',
  'exhausted-account': ({ account }) => `a valid request from an account without a remaining allowance (${account})`,
  'named-response': ofKind,
  'missing-credentials': ofCredentials,
  'invalid-credentials': ofCredentials,
  'missing-parameter': ({ parameter }) => `a request without ${parameter}`,
  'malformed-parameter': (request) => `a request whose ${request.parameter} is malformed (${formOf(request)})`,
  'missing-selector': () => 'a request without a selector',
  'several-selectors': (request, table) =>
    `a request with the selectors of two operations (${selectorsText(request, table)})`,
  'selector-value': (request, table) => `a request with ${selectorsText(request, table)}`,
  'unknown-parameter': (request) => `a request with a parameter that no operation has (${lastName(request)})`,
  'foreign-parameter': (request) =>
    `a request with a parameter that ${request.operation} does not have (${lastName(request)})`,
  'repeated-parameter': (request) => `a request with ${lastName(request)} twice`,
  probe: ofKind,
  rejection: ofKind,
};

const otherAccount = ({ account, status: expected }: Request): string =>
  `Return ${expected} if ${account === 'forbidden' ? "the account's plan does not include the operation" : 'the allowance of the account is exhausted'}. If the account may make this request, name another account as "${account}" in --data.`;

/** Next steps by kind of request, if the next step is not to reject the request as expected. */
const NEXT: Partial<Record<RequestKind, (request: Request, status: number) => string>> = {
  good: ({ status: expected }, status) =>
    ADVICE_ON_VALID[status] ?? `Return ${expected}: ${status} is not declared here.`,
  again: () =>
    'Key caches and lockouts by the credentials in the request: a rejection of other credentials was cached.',
  'unknown-value': ({ parameter }, status) =>
    `Return 404 where nothing is found for a well-formed ${parameter}${status === 200 ? ', never other data or an empty list' : instead(status)}.`,
  wildcard: () => 'Compare values literally; escape characters that have a meaning in patterns.',
  'outside-plan': ({ status: expected }, status) =>
    status === 200
      ? 'The plan includes it: leave it out of --plan-lacks.'
      : `Reject an operation that the plan lacks with ${expected}, not with ${status}.`,
  'forbidden-account': otherAccount,
  'exhausted-account': otherAccount,
};

/** Next steps by the status of a valid request. */
const ADVICE_ON_VALID: Readonly<Record<number, string>> = {
  400: 'Find out which parameter of this valid request the service rejects; the message in the body may name it.',
  401: 'Check the credentials.',
  404: 'Provide values in --data that exist in the service.',
};

/** Next steps by status, for all requests. */
const ADVICE_ON_STATUS: Readonly<Record<number, string>> = {
  206: 'Send the whole list with 200: 206 announces part of a list, and no parameter requests the rest.',
  304: 'Send a 304 only if the request has If-None-Match or If-Modified-Since.',
};

/** Returns the description of a request: `a request without key`. */
export const askedText = (request: Request, table: Table): string =>
  request.prefer ? `a request with Prefer: ${request.prefer}` : ASKED[request.kind](request, table);

/** Returns the next step for the service's owner after an unexpected status. */
export function nextStep(request: Request, status: number, table: Table): string {
  const { kind, status: expected, prefer } = request;
  if (status >= 500 && !expected.startsWith('4')) {
    const when = kind === 'again' ? ', at the end of this run: the same request had a valid response before' : '';
    return `Look for the error behind this request in the service's log${when}. If the same request now returns a different status, the error is intermittent.`;
  }
  if (prefer) return 'Verify a service with --target service: only a mock obeys Prefer.';
  const when = expected === '400' ? ' before the lookup' : '';
  return (
    ADVICE_ON_STATUS[status] ??
    NEXT[kind]?.(request, status) ??
    `Reject ${askedText(request, table)} with ${expected}${when}${instead(status)}.`
  );
}

/** Returns a text with the received status if that status is also an error. */
function instead(status: number): string {
  if (status < 400) return '';
  return `, not with ${status}${status >= 500 ? "; look for the error in the service's log" : ''}`;
}

/** Descriptions of invalid credentials. `%` is a placeholder for the name. */
const FAULTS: Readonly<Record<CredentialFault, string>> = {
  absent: 'without %',
  empty: 'with an empty %',
  twice: 'with % sent twice',
  'made-up': 'with a made-up %',
  'other-case': 'with the % in the other case',
  cut: 'with the % without the last character',
  longer: 'with the % and one character more',
  'another-account': 'with the % of another account',
  'constructor-name': 'with the % "constructor"',
  'proto-name': 'with the % "__proto__"',
};

/** Returns each fault in the credentials once, with the affected names: `with a made-up user and key`. */
const faultTexts = (faults: NonNullable<Request['faults']>): string[] =>
  [...groupBy(Object.keys(faults), (name) => faults[name])].flatMap(([fault, names]) =>
    fault === undefined ? [] : [FAULTS[fault].replace('%', joinWords(names))],
  );

/** Returns the selectors of a request, of any operation: `allCars=1 and brands=1`. */
function selectorsText({ query }: Request, { operations }: Table): string {
  const names = new Set(operations.flatMap(({ selectors }) => Object.keys(selectors)));
  const sent = query.filter(([name]) => names.has(name));
  return joinWords(sent.map(([name, value]) => (value === '' ? `an empty ${name}` : `${name}=${value}`)));
}

/** Returns the fault of a parameter value, including the length of a value that is too long or too short. */
function formOf({ parameter, form, query }: Request): string | undefined {
  const [, value = ''] = query.find(([name]) => name === parameter) ?? [];
  if (form === 'below' || form === 'above') return `${value}, ${form} the limit`;
  if (form !== undefined && /^[A-Z]$/.test(form)) return `with the character ${form}: ${value}`;
  return form === 'long' || form === 'short' ? `too ${form}: ${value.length} characters` : form;
}
