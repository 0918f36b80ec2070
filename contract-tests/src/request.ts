import type { Success } from './case.ts';
import type { Values } from './values.ts';

/** How a credential is sent when not as it should be. */
export type CredentialFault = 'absent' | 'empty' | 'twice' | 'made-up';

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

/** The whole query as it is sent: credentials first. */
export function pairsOf({ query, faults = {} }: Request, credentials: Record<string, string>): Pair[] {
  const sent = Object.entries(credentials).flatMap(([name, value]) => withFault(name, value, faults[name]));
  return [...sent, ...query];
}

export const formText = (pairs: readonly Pair[]): string =>
  new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value])).toString();

export const queryOf = (request: Request, credentials: Record<string, string>): string =>
  formText(pairsOf(request, credentials));

function withFault(name: string, value: string, fault: CredentialFault | undefined): Pair[] {
  switch (fault) {
    case 'absent':
      return [];
    case 'empty':
      return [[name, '']];
    case 'twice':
      return [
        [name, value],
        [name, value],
      ];
    case 'made-up':
      return [[name, `no-such-${name}`]];
    default:
      return [[name, value]];
  }
}

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
  const pairs = pairsOf(request, placeholders).map(([name, value]) =>
    value.startsWith('$VEHICLE_LOOKUP_') ? `"${name}=${value}"` : quoted(`${name}=${value}`),
  );
  return [
    'curl -sS -i -G',
    ...(made === 'HEAD' ? ['--head'] : made === 'GET' ? [] : [`-X ${made}`]),
    ...(request.prefer ? [`-H ${quoted(`Prefer: ${request.prefer}`)}`] : []),
    quoted(targetOf(request, address)),
    ...pairs.map((pair) => `--data-urlencode ${pair}`),
  ].join(' ');
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
