import { readBaseUrl } from './base-url.ts';
import { joinWords } from './query-error.ts';
import { selectedOperation } from './selected-operation.ts';
import type { OperationEntry, OperationTable } from './table.ts';

/**
 * Converts a request for the document with one path per operation to a request for the service: `<base>/getFluids?carId=1`
 * becomes `<base>/api/?carId=1&fluids=1`. Method, headers, body, signal and the rest of the query do not change. The arguments
 * are the same as for `fetch`, so `(input, init) => fetch(toWire(table, input, init))` replaces the `fetch` of a generated
 * client.
 * @param input a request whose path ends with an operationId; its query may already contain selectors
 * @throws RangeError for any other request; the query is not repeated, because it contains the credentials
 */
export function toWire(table: OperationTable, input: Request | URL | string, init?: RequestInit): Request {
  const request = readRequest(input, init);
  const { origin, pathname, search } = new URL(request.url);
  const end = pathname.lastIndexOf('/');
  const operation = operationNamed(table, pathname.slice(end + 1));
  const base = readBaseUrl(table, origin + pathname.slice(0, end));
  return new Request(`${base}${table.path}${wireQuery(table, operation, search.slice(1))}`, request);
}

/** Replaces the error message of the platform, which would repeat the URL. */
function readRequest(input: Request | URL | string, init?: RequestInit): Request {
  try {
    return new Request(input, init);
  } catch {
    throw new RangeError(
      'expected arguments of fetch: a Request, or an absolute URL such as https://vehicles.example.com/<operationId> ' +
        'with valid options',
    );
  }
}

function operationNamed({ operations }: OperationTable, name: string): OperationEntry {
  const operation = operations.find(({ id }) => id === name);
  if (operation) return operation;
  const known = joinWords(
    operations.map(({ id }) => id),
    'or',
  );
  throw new RangeError(
    `expected a path that ends with ${known}, got ${JSON.stringify(name)}: only requests of the document with one path ` +
      'per operation can be converted to actual requests',
  );
}

/** Returns the query as written, with a question mark and the missing selectors added. */
function wireQuery({ operations }: OperationTable, { id, selectors }: OperationEntry, query: string): string {
  const given = new URLSearchParams(query);
  const missing = new URLSearchParams(Object.entries(selectors).filter(([name]) => !given.has(name)));
  const whole = [query, `${missing}`].filter((text) => text !== '').join('&');
  const selected = selectedOperation(
    Object.fromEntries(operations.map((one) => [one.id, one.selectors])),
    Object.fromEntries(new URLSearchParams(whole)),
  );
  if (selected === id) return whole && `?${whole}`;
  const expected = joinWords(Object.entries(selectors).map(([name, value]) => `${name}=${value}`)) || 'no selector';
  throw new RangeError(
    `the path names ${id}, which requires ${expected}, but the query selects ${selected ?? 'no operation'}`,
  );
}
