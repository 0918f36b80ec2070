import type { OperationTable } from '@vehicle-lookup/openapi/selectors';

/** The parts of a request target. */
export interface Target {
  path: string;
  /** The string after the first question mark. */
  query: string;
}

/** Splits a request target. Clients of proxies send an absolute URL: `GET http://host/api/`. */
export function readTarget(url: string): Target {
  const mark = url.indexOf('?');
  const before = mark < 0 ? url : url.slice(0, mark);
  const path = before.startsWith('/') ? before : before.replace(/^https?:\/\/[^/]*/i, '');
  return { path, query: mark < 0 ? '' : url.slice(mark + 1) };
}

/** Returns whether a path is the path of the document, with or without a trailing slash (assumption trailing-slash). */
export const isDocumentPath = (table: Pick<OperationTable, 'path'>, path: string): boolean =>
  path === table.path || withoutSlash(path) === withoutSlash(table.path);

const withoutSlash = (path: string): string => (path.endsWith('/') ? path.slice(0, -1) : path);

/** Returns whether the escapes in a path are valid UTF-8. */
export function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** A valid Host (RFC 3986, section 3.2.2): an IPv6 address in brackets or a name, with an optional port. */
const HOST = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+;=%-]+)(?::(\d*))?$/i;
const LARGEST_PORT = 65_535;

/**
 * Returns the error in the headers Host and Transfer-Encoding; undefined if both are valid. A request must have one valid Host
 * (RFC 9112, section 3.2), because two programs could select different hosts. HTTP/1.0 does not require the header. An unknown
 * transfer coding is rejected (section 6.1).
 * @param rawHeaders alternating names and values
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
  return 'Send a valid header Host: a name or an IP address, with an optional port.';
}

/** A query as sent. */
export interface ReadQuery {
  /** Decoded names and values, in query order. */
  pairs: [name: string, value: string][];
  /** True if a part cannot be decoded; the pairs then contain the part as sent. */
  malformed: boolean;
}

/** Characters that must be encoded (RFC 3986, section 3.4), except a few ASCII characters that browsers do not encode. */
const BEYOND_ASCII = /[^\x21-\x7e]/;

/**
 * Reads the string after the question mark as form data, like URLSearchParams, and reports errors that URLSearchParams
 * hides: invalid escapes (`%zz`), bytes that are not UTF-8 (`%ff`), and characters beyond ASCII.
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
