/** How a credential is sent when not as it should be. */
export type CredentialFault = 'absent' | 'empty' | 'twice' | 'made-up';

export type Pair = readonly [name: string, value: string];

/** One request, and the declared answer that it asks for. It never holds a credential. */
export interface Probe {
  operation: string;
  /** The declared status that is expected. */
  status: string;
  /** The envelope that was asked for; without it any declared one is right. */
  envelope?: string;
  /** What the request is an instance of: a problem kind, or an example. */
  why: string;
  /** The query without credentials. */
  query: readonly Pair[];
  /** Credentials that are sent in a wrong way; the others are sent as they are. */
  faults?: Readonly<Record<string, CredentialFault>>;
  /** What a mock is asked for (RFC 7240). */
  prefer?: string;
}

/** The whole query as it is sent: credentials first. */
export function queryOf({ query, faults = {} }: Probe, credentials: Record<string, string>): string {
  const sent = Object.entries(credentials).flatMap(([name, value]) => withFault(name, value, faults[name]));
  return formText([...sent, ...query]);
}

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

/** The request for a reader, without credentials: `GET /path?name=value (token: absent)`. */
export function requestText({ query, faults = {}, prefer }: Probe, wire: { method: string; path: string }): string {
  const text = formText(query);
  const notes = Object.entries(faults).map(([name, fault]) => `${name}: ${fault}`);
  if (prefer) notes.push(`Prefer: ${prefer}`);
  return `${wire.method} ${wire.path}${text ? `?${text}` : ''}${notes.length > 0 ? ` (${notes.join(', ')})` : ''}`;
}

const formText = (pairs: readonly Pair[]): string =>
  new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value])).toString();
