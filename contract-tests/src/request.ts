import type { Success } from './case.ts';
import type { Values } from './values.ts';

/**
 * How a credential is sent when not as it should be. `other-case`, `cut` and `longer` are near to the right one: a
 * service that compares carelessly takes them. `another-account`: right for another account.
 */
export type CredentialFault =
  | 'absent'
  | 'empty'
  | 'twice'
  | 'made-up'
  | 'other-case'
  | 'cut'
  | 'longer'
  | 'another-account';

export type Pair = readonly [name: string, value: string];

/** One request, and the answer that it asks for. It never holds a credential. */
export interface Request {
  /** The same in every run on the same document. */
  id: string;
  operation: string;
  /** The status that is expected. */
  status: string;
  /** The envelope that was asked for; without it any declared one is right. */
  envelope?: string;
  /** What the request is an instance of: a problem kind, an example, an assumption. */
  why: string;
  /** The parameter whose value is not a good one, and what is the matter with it. */
  parameter?: string;
  form?: string;
  /** The query without credentials. */
  query: readonly Pair[];
  /** Credentials that are sent in a wrong way; the others are sent as they are. */
  faults?: Readonly<Record<string, CredentialFault>>;
  /** Whose credentials; the run's own unless told. */
  account?: 'forbidden' | 'exhausted';
  /** What a mock is asked for (RFC 7240). */
  prefer?: string;
  /** Another method than the document's. */
  method?: string;
  /** To the path without the slash at its end. */
  withoutSlash?: true;
  /** The assumption that it was made for: it belongs to no cell, and what it means is for the assumption's probe to say. */
  aside?: string;
}

/** A request of a plan. Its query is made when it is sent, since earlier answers give values. */
export interface Planned extends Omit<Request, 'query'> {
  /** What is seen by it. */
  goals: readonly string[];
  /**
   * Undefined where the values allow no such request.
   * @param earlier the answer to an operation's good request, where it came before and was right
   */
  query: (values: Values, earlier: (operation: string) => Success | undefined) => readonly Pair[] | undefined;
}

/**
 * The whole query as it is sent: credentials first.
 * @param another the credentials of another account, where one is known
 */
export function pairsOf(
  { query, faults = {} }: Request,
  credentials: Record<string, string>,
  another: Record<string, string> = {},
): Pair[] {
  const sent = Object.entries(credentials).flatMap(([name, value]): Pair[] => {
    const fault = faults[name];
    if (fault === 'absent') return [];
    if (fault === 'twice')
      return [
        [name, value],
        [name, value],
      ];
    if (fault === 'empty') return [[name, '']];
    if (fault === undefined) return [[name, value]];
    const wrong = fault === 'another-account' ? another[name] : altered(value, fault);
    // What is right after all would not be refused.
    return [[name, wrong === undefined || wrong === value ? `no-such-${name}` : wrong]];
  });
  return [...sent, ...query];
}

/** A credential that is not the right one, by one of the faults that start from it. */
function altered(value: string, fault: CredentialFault): string | undefined {
  if (fault === 'cut') return value.slice(0, -1);
  if (fault === 'longer') return `${value}0`;
  if (fault !== 'other-case') return undefined;
  return value.replace(/./gsu, (letter) => {
    const lower = letter.toLowerCase();
    return lower === letter ? letter.toUpperCase() : lower;
  });
}

/** What is made from a secret and does not hold it. */
export const alterations = (value: string): string[] =>
  (['other-case', 'cut'] as const).flatMap((fault) => altered(value, fault) ?? []);

/** The same for a reader: real credentials, and what is made from them, are masked. */
export function maskedPairs(request: Request, names: readonly string[]): Pair[] {
  const { faults = {} } = request;
  const maskOf = (name: string): string => (faults[name] && faults[name] in SHELL ? `*** ${faults[name]}` : '***');
  return pairsOf(withoutAlterations(request), Object.fromEntries(names.map((name) => [name, maskOf(name)])));
}

export const formText = (pairs: readonly Pair[]): string =>
  new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value])).toString();

export const queryOf = (request: Request, credentials: Record<string, string>): string =>
  formText(pairsOf(request, credentials));

/** The address of a request, without its query. */
export const targetOf = ({ withoutSlash }: Pick<Request, 'withoutSlash'>, address: string): string =>
  withoutSlash ? address.replace(/\/$/, '') : address;

/** The request for a reader, without credentials: `GET /path?name=value (token: absent)`. */
export function requestText(request: Request, wire: { method: string; path: string }): string {
  const { query, faults = {}, prefer, method = wire.method, account } = request;
  const text = formText(query);
  const notes = Object.entries(faults).map(([name, fault]) => `${name}: ${fault}`);
  if (account) notes.push(`credentials: ${account}`);
  if (prefer) notes.push(`Prefer: ${prefer}`);
  const path = targetOf(request, wire.path);
  return `${method} ${path}${text ? `?${text}` : ''}${notes.length > 0 ? ` (${notes.join(', ')})` : ''}`;
}

/** The request as a curl line; credentials are variables of the environment. */
export function reproduceLine(request: Request, address: string, method: string, names: readonly string[]): string {
  const { account } = request;
  const variable = (name: string) =>
    `$VEHICLE_LOOKUP_${account ? `${account.toUpperCase()}_` : ''}${name.toUpperCase()}`;
  const placeholders = Object.fromEntries(names.map((name) => [name, variable(name)]));
  const made = request.method ?? method;
  const pairs = pairsOf(withoutAlterations(request), placeholders).map(([name, value]) => {
    if (!value.startsWith('$VEHICLE_LOOKUP_')) return quoted(`${name}=${value}`);
    return `"${name}=${inShell(value, request.faults?.[name])}"`;
  });
  return [
    'curl -sS -i -G',
    ...(made === 'HEAD' ? ['--head'] : made === 'GET' ? [] : [`-X ${made}`]),
    ...(request.prefer ? [`-H ${quoted(`Prefer: ${request.prefer}`)}`] : []),
    quoted(targetOf(request, address)),
    ...pairs.map((pair) => `--data-urlencode ${pair}`),
  ].join(' ');
}

/** The faults that the shell makes are left to it. */
const withoutAlterations = ({ faults = {}, ...rest }: Request): Request => ({
  ...rest,
  faults: Object.fromEntries(Object.entries(faults).filter(([, fault]) => !(fault in SHELL))),
});

/** What makes a fault from a variable of bash, which has the names of other accounts by convention. */
const SHELL: Partial<Record<CredentialFault, (name: string) => string>> = {
  'other-case': (name) => `\${${name}~~}`,
  cut: (name) => `\${${name}%?}`,
  longer: (name) => `\${${name}}0`,
  'another-account': (name) => `$${name.replace('VEHICLE_LOOKUP_', 'VEHICLE_LOOKUP_ANOTHER_')}`,
};

const inShell = (variable: string, fault: CredentialFault | undefined): string =>
  (fault && SHELL[fault]?.(variable.slice(1))) ?? variable;

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
