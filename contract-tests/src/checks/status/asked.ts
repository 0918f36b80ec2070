import { joinWords, type OperationTable } from '@vehicle-lookup/openapi/selectors';
import { groupBy } from '../../group-by.ts';
import { type CredentialFault, type Request, type RequestKind, whyText } from '../../plan/request.ts';

const FAULTS: Readonly<Record<CredentialFault, (names: string) => string>> = {
  absent: (names) => `without ${names}`,
  empty: (names) => `with an empty ${names}`,
  twice: (names) => `with ${names} sent twice`,
  'made-up': (names) => `with a made-up ${names}`,
  'other-case': (names) => `with the ${names} in the other case`,
  cut: (names) => `with the ${names} without the last character`,
  longer: (names) => `with the ${names} and one character more`,
  'another-account': (names) => `with the ${names} of another account`,
  'constructor-name': (names) => `with the ${names} "constructor"`,
  'proto-name': (names) => `with the ${names} "__proto__"`,
};

/** `a made-up user and key`: each way of sending credentials wrongly, once. */
const wrongCredentials = (faults: NonNullable<Request['faults']>): string[] =>
  [...groupBy(Object.keys(faults), (name) => faults[name])].flatMap(([fault, names]) =>
    fault === undefined ? [] : [FAULTS[fault](joinWords(names))],
  );

/** What is wrong with a request that only an assumption or a rule of several parameters rejects. */
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
export function asked(request: Request, table?: Pick<OperationTable, 'operations'>): string {
  const { kind, parameter, form, faults = {}, account, prefer } = request;
  const wrong = wrongCredentials(faults);
  if (wrong.length > 0) return `a request ${joinWords(wrong)}`;
  if (account === 'forbidden') return 'a valid request of an account whose plan lacks the operation';
  if (account) return `a valid request of an account without allowance (${account})`;
  if (prefer) return `a request with Prefer: ${prefer}`;
  if (kind === 'missing-parameter') return `a request without ${parameter}`;
  if (kind === 'malformed-parameter') return `a request whose ${parameter} is malformed (${formOf(request)})`;
  if (kind === 'wildcard') return `a request with % as ${parameter}`;
  if (kind === 'unknown-value' && form) return `a request for an unknown ${parameter} (${form})`;
  if (kind === 'unknown-value') return `a request for a ${parameter} that cannot exist`;
  if (kind === 'good') return 'a valid request';
  if (kind === 'again') return 'a valid request that was answered with 200 before';
  if (kind === 'several-selectors' && table)
    return `a request with the selectors of two operations (${selectorsText(request, table)})`;
  if (kind === 'selector-value' && table) return `a request with ${selectorsText(request, table)}`;
  return UNDECLARED[kind]?.(request) ?? `a request of the kind ${whyText(request)}`;
}

/** `allCars=1 and brands=1`: the selectors of a request, of whatever operation. */
function selectorsText({ query }: Request, { operations }: Pick<OperationTable, 'operations'>): string {
  const names = new Set(operations.flatMap(({ selectors }) => Object.keys(selectors)));
  return joinWords(
    query
      .filter(([name]) => names.has(name))
      .map(([name, value]) => (value === '' ? `an empty ${name}` : `${name}=${value}`)),
  );
}

/** What is wrong with the value; of a length, which one it has. */
export function formOf({ parameter, form, query }: Request): string | undefined {
  const [, value = ''] = query.find(([name]) => name === parameter) ?? [];
  if (form === 'below' || form === 'above') return `${value}, ${form} the limit`;
  if (form !== undefined && /^[A-Z]$/.test(form)) return `with the character ${form}: ${value}`;
  return form === 'long' || form === 'short' ? `too ${form}: ${value.length} characters` : form;
}

/** A text as the beginning of a sentence. */
export const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
