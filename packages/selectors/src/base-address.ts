import type { OperationTable } from './table.ts';

/**
 * Reads the base address of a service, the specification's {base_url}: without the document's path. One that ends in
 * that path, with or without its slash, means the same.
 * @returns the address without a slash at its end
 * @throws RangeError saying what was expected; what was given is not repeated, since a pasted request holds the key
 */
export function readBaseAddress({ path: documentPath }: Pick<OperationTable, 'path'>, text: string): string {
  const expected = 'expected a base address such as https://vehicles.example.com';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) throw new RangeError(expected);
  if (url.username || url.password || url.search || url.hash) {
    throw new RangeError(`${expected}, without user, query or fragment; credentials are sent apart`);
  }
  const path = trimmed(url.pathname);
  const own = trimmed(documentPath);
  return `${url.origin}${path.endsWith(own) ? trimmed(path.slice(0, path.length - own.length)) : path}`;
}

const trimmed = (path: string): string => path.replace(/\/+$/, '');
