import type { OperationTable } from '@vehicle-lookup/openapi/selectors';

/** What the target of a request line consists of. */
export interface Target {
  path: string;
  /** The text after the first question mark. */
  query: string;
}

/** Splits the target of a request. Clients of proxies send an absolute form: `GET http://host/api/`. */
export function readTarget(url: string): Target {
  const mark = url.indexOf('?');
  const before = mark < 0 ? url : url.slice(0, mark);
  const path = before.startsWith('/') ? before : before.replace(/^https?:\/\/[^/]*/i, '');
  return { path, query: mark < 0 ? '' : url.slice(mark + 1) };
}

/** Whether a path is the document's, with or without the slash at its end (assumption trailing-slash). */
export const isDocumentPath = (table: Pick<OperationTable, 'path'>, path: string): boolean =>
  path === table.path || withoutSlash(path) === withoutSlash(table.path);

const withoutSlash = (path: string): string => (path.endsWith('/') ? path.slice(0, -1) : path);

/** Whether the escapes of a path are UTF-8. */
export function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** RFC 3986, section 3.2.2: an IPv6 address in brackets, or a name; then a port. */
const HOST = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+;=%-]+)(?::(\d*))?$/i;
const LARGEST_PORT = 65_535;

/**
 * Returns the fault of the headers Host and Transfer-Encoding; undefined if there is none. RFC 9112, section 3.2: a request has one
 * valid Host. Two readers of two could take the request for different hosts. HTTP/1.0 needs none. Section 6.1: an unknown
 * transfer coding is rejected.
 * @param rawHeaders names and values in turn
 */
export function headFault(rawHeaders: readonly string[], httpVersion: string): string | undefined {
  let host: string | undefined;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string;
    if (
      name.length === 17 &&
      name.toLowerCase() === 'transfer-encoding' &&
      !/^chunked$/i.test(rawHeaders[i + 1] ?? '')
    ) {
      return 'Send no Transfer-Encoding other than chunked.';
    }
    if (name.length !== 4 || name.toLowerCase() !== 'host') continue;
    if (host !== undefined) return 'Send the header Host once.';
    host = rawHeaders[i + 1];
  }
  if (host === undefined) return httpVersion === '1.1' ? 'Send the header Host.' : undefined;
  const [valid, port = ''] = HOST.exec(host) ?? [];
  if (valid !== undefined && Number(port) <= LARGEST_PORT) return undefined;
  return 'Send a valid header Host: a name or an address, and perhaps a port.';
}

/** A query as it was sent. */
export interface ReadQuery {
  /** Names and values, decoded, in the order of arrival. */
  pairs: [name: string, value: string][];
  /** True if a part cannot be decoded; the pairs hold that part as it was sent. */
  malformed: boolean;
}

/** RFC 3986, section 3.4, lists what may be in an address unencoded. Browsers leave a few more ASCII characters as they are. */
const BEYOND_ASCII = /[^\x21-\x7e]/;

/**
 * Reads the text after the question mark as form data, like URLSearchParams, and reports what URLSearchParams hides:
 * invalid escapes (`%zz`), bytes that are not UTF-8 (`%ff`), and characters beyond ASCII.
 */
export function readQuery(text: string): ReadQuery {
  let malformed = BEYOND_ASCII.test(text);
  const decode = (part: string): string => {
    const spaced = part.includes('+') ? part.replaceAll('+', ' ') : part;
    if (!spaced.includes('%')) return spaced;
    try {
      return decodeURIComponent(spaced);
    } catch {
      malformed = true;
      return spaced;
    }
  };
  const pairs = text
    .split('&')
    .filter((part) => part !== '')
    .map((part): [string, string] => {
      const sign = part.indexOf('=');
      return sign < 0 ? [decode(part), ''] : [decode(part.slice(0, sign)), decode(part.slice(sign + 1))];
    });
  return { pairs, malformed };
}
