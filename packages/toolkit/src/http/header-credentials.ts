import type { IncomingHttpHeaders } from 'node:http';
import type { OperationTable } from '@vehicle-lookup/openapi/selectors';

/**
 * Credentials in headers, for clients that want no secret in an address: `X-Api-Key: <secret>`, with the user in the query, or
 * `Authorization: Basic <user:secret>`. They extend the document. A secret in the query wins, and then headers do not count at
 * all: a proxy may use them for itself.
 * @param table of an interface with one secret and one other credential; for any other there is nothing to add
 * @returns what the headers add to the query
 */
export function headerCredentials(
  { credentials, secrets: [secret, ...otherSecrets] }: Pick<OperationTable, 'credentials' | 'secrets'>,
  query: readonly (readonly [name: string, value: string])[],
  headers: IncomingHttpHeaders,
): [name: string, value: string][] {
  const has = (wanted: string): boolean => query.some(([name]) => name === wanted);
  if (!secret || has(secret)) return [];
  const [identity, ...others] = credentials.filter((name) => name !== secret);
  if (!identity || otherSecrets.length + others.length > 0) return [];
  const key = headers['x-api-key'];
  if (typeof key === 'string') return [[secret, key]];
  const basic = basicCredentials(headers.authorization);
  if (!basic) return [];
  const given: [string, string][] = [
    [identity, basic.user],
    [secret, basic.key],
  ];
  return given.filter(([name]) => !has(name));
}

/**
 * The keys in headers, whether they count or not: for masking. Node.js joins a repeated header with commas. Base64 may come back without
 * its padding.
 */
export function headerSecrets({ authorization = '', 'x-api-key': key = '' }: IncomingHttpHeaders): string[] {
  const keys = [key].flat().flatMap((value) => [value, ...value.split(/, */)]);
  const secrets = [
    basicCredentials(authorization)?.key ?? '',
    authorization.replace(/^\S+ +|(?<!=)=+ *$/g, ''),
    ...keys,
  ];
  return [...new Set(secrets)].filter((secret) => secret !== '');
}

/** RFC 7617; the first colon ends the user. Undefined if the header is not of this kind. */
function basicCredentials(authorization: string | undefined): { user: string; key: string } | undefined {
  const [, encoded] = /^basic +([\w+/-]+=*) *$/i.exec(authorization ?? '') ?? [];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString();
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : { user: text.slice(0, colon), key: text.slice(colon + 1) };
}
