import type { IncomingHttpHeaders } from 'node:http';

type Pairs = readonly (readonly [name: string, value: string])[];

/**
 * Credentials in headers, for clients that want no key in an address: `X-Api-Key: <key>`, with the user in the query, or
 * `Authorization: Basic <user:key>`. They extend the document (overlay.yaml). A key in the query wins, and then headers
 * do not count at all: a proxy may use them for itself.
 * @returns what the headers add to the query
 */
export function headerCredentials(query: Pairs, headers: IncomingHttpHeaders): [name: string, value: string][] {
  const has = (wanted: string): boolean => query.some(([name]) => name === wanted);
  if (has('key')) return [];
  const key = headers['x-api-key'];
  if (typeof key === 'string') return [['key', key]];
  const basic = basicCredentials(headers.authorization);
  return Object.entries(basic).filter(([name]) => !has(name));
}

/** The keys in headers, whether they count or not: for masking. */
export function headerSecrets({ authorization, 'x-api-key': key }: IncomingHttpHeaders): string[] {
  const secrets = [basicCredentials(authorization).key, authorization?.replace(/^\S+ +/, ''), key];
  return secrets.flat().filter((secret): secret is string => secret !== undefined && secret !== '');
}

/** RFC 7617; the first colon ends the user. Empty if the header is not of this kind. */
function basicCredentials(authorization: string | undefined): { user?: string; key?: string } {
  const [, encoded] = /^basic +([\w+/-]+=*) *$/i.exec(authorization ?? '') ?? [];
  if (encoded === undefined) return {};
  const text = Buffer.from(encoded, 'base64').toString();
  const colon = text.indexOf(':');
  return colon < 0 ? {} : { user: text.slice(0, colon), key: text.slice(colon + 1) };
}
