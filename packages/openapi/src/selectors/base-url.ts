import type { OperationTable } from './table.ts';

/**
 * Reads the base URL of a service, without the path of the document. A URL that ends with this path, with or without a trailing
 * slash, is also accepted.
 * @returns the URL without a trailing slash
 * @throws RangeError with the expected format; the input is not repeated, because a pasted request may contain the key
 */
export function readBaseUrl({ path: documentPath }: Pick<OperationTable, 'path'>, text: string): string {
  const expected = 'expected a base URL such as https://vehicles.example.com';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) throw new RangeError(expected);
  if (url.username || url.password || url.search || url.hash) {
    throw new RangeError(`${expected}, without user, query or fragment; credentials are given separately`);
  }
  const path = trimmed(url.pathname);
  const own = trimmed(documentPath);
  return `${url.origin}${path.endsWith(own) ? trimmed(path.slice(0, path.length - own.length)) : path}`;
}

const trimmed = (path: string): string => path.replace(/\/+$/, '');
