import { readBaseUrl } from './base-url.ts';
import { joinWords } from './query-error.ts';
import { selectedOperation } from './selected-operation.ts';
import type { OperationEntry, OperationTable } from './table.ts';

/**
 * Turns a request of the document with one path per operation into a request of the service:
 * `<base>/getFluids?carId=1` becomes `<base>/api/?carId=1&fluids=1`. Everything else stays: method, headers, body, signal
 * and the rest of the query. It takes what `fetch` takes, so `(input, init) => fetch(toWire(table, input, init))` replaces
 * the `fetch` of a generated client.
 * @param input its path ends with an operationId; selectors may be in the query already
 * @throws RangeError when no such request is given; the query is not repeated, since it holds the credentials
 */
export function toWire(table: OperationTable, input: Request | URL | string, init?: RequestInit): Request {
  const request = readRequest(input, init);
  const { origin, pathname, search } = new URL(request.url);
  const end = pathname.lastIndexOf('/');
  const operation = operationNamed(table, pathname.slice(end + 1));
  const base = readBaseUrl(table, origin + pathname.slice(0, end));
  return new Request(`${base}${table.path}${wireQuery(table, operation, search.slice(1))}`, request);
}

/** The message of the platform would repeat the address. */
function readRequest(input: Request | URL | string, init?: RequestInit): Request {
  try {
    return new Request(input, init);
  } catch {
    throw new RangeError(
      'expected what fetch takes: a Request, or an absolute address such as https://vehicles.example.com/<operationId> ' +
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
      'per operation can be turned into true ones',
  );
}

/** The query as it was written, and the selectors that it lacks; with its question mark. */
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
    `the path names ${id}, which needs ${expected}, but the query selects ${selected ?? 'no operation'}`,
  );
}
