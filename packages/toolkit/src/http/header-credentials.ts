import type { IncomingHttpHeaders } from 'node:http';
import type { OperationTable } from '@vehicle-lookup/openapi/selectors';

/**
 * Reads credentials from headers, for clients that keep secrets out of URLs: `X-Api-Key: <secret>`, with the user in the query,
 * or `Authorization: Basic <user:secret>`. These headers are an extension of the document. A secret in the query takes
 * precedence, and headers are then ignored, because a proxy may use these headers.
 * @param table operation table of an API with one secret and one other credential; for other APIs, the result is empty
 * @returns the query parameters that the headers add
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
 * Returns the keys in headers for masking, even if the headers are ignored. Node.js joins a repeated header with commas. A
 * response may repeat base64 without its padding.
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

/** Returns the user and key of Basic credentials (RFC 7617), or undefined. The first colon ends the user name. */
function basicCredentials(authorization: string | undefined): { user: string; key: string } | undefined {
  const [, encoded] = /^basic +([\w+/-]+=*) *$/i.exec(authorization ?? '') ?? [];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString();
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : { user: text.slice(0, colon), key: text.slice(colon + 1) };
}
