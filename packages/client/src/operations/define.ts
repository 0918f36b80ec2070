import type { Answer, CallInit, Connection, Query } from '../client/connection.ts';
import { failureText, statuses } from '../contract/contract.gen.ts';
import { fail } from '../fetch/events.ts';
import { networkError } from '../fetch/network-error.ts';
import { refuse } from '../fetch/options.ts';
import { parse } from '../fetch/response-error.ts';
import type { JsonObject } from '../json.ts';
import type { Issue } from '../tidy/read.ts';
import type { Tidier } from '../tidy/tidier.ts';
import type { Input } from './input.ts';
import { type ResultPromise, resultPromise } from './result-promise.ts';

/** The result of a successful call of any operation. */
export interface AnySuccess<Data, Body> {
  ok: true;
  status: number;
  /** The tidy values. */
  data: Data;
  /** The values that could not be read and are absent from `data`. */
  issues: Issue[];
  /** The body as the service sent it. */
  raw: Body;
  headers: Headers;
}

interface Result {
  ok: boolean;
  error?: unknown;
}

/** What every operation has besides its call. */
export interface Queried {
  /**
   * The query of a request, without the credentials: the same for inputs that mean the same.
   * @throws VehicleLookupError `invalid_argument` for inputs that are not what the document expects
   */
  query(...inputs: unknown[]): Query;
}

/** An operation without its generated types: it takes the inputs by position, then the options. */
export type Operation = Queried & ((connection: Connection, ...given: never[]) => ResultPromise<Result, Result>);

/** Creates the function that calls an operation, with the selectors of its query. */
export function define<F>(id: string, selectors: Query, inputs: Record<string, Input>, tidy: Tidier<unknown>): F {
  const readers = Object.entries(inputs);

  const query = (...given: unknown[]): Query => {
    const made: Query = { ...selectors };
    readers.forEach(([name, [read, expected]], index) => {
      const value = read(given[index]);
      made[name] = value === undefined ? refuse(id, name, expected, given[index]) : value;
    });
    return made;
  };

  const call = (connection: Connection, given: unknown[]): Promise<Result> =>
    connection.run(id, async (call) => {
      let answer: Answer = {};
      try {
        answer = await connection.request(query(...given), call, given[readers.length] as CallInit);
        if (answer.error) throw answer.error;
        return Object.assign(
          {
            ok: true,
            status: answer.status,
            get headers() {
              return answer.headers;
            },
            raw: answer.body,
          },
          tidy(answer.body, id),
        );
      } catch (thrown) {
        const error = networkError(id, thrown, call.mask, 'a middleware failed');
        fail(call, error);
        return failureOf(error, answer, call.mask);
      }
    });

  const operation = (connection: Connection, ...given: unknown[]) => resultPromise(call(connection, given));
  return Object.assign(operation, { query }) as unknown as F;
}

/** The body is that of a failure, or of a success that cannot be read: it may repeat the key. */
function failureOf(error: Error, { status, headers, body }: Answer, mask: (text: string) => string): Result {
  const failure: JsonObject = { ok: false, error };
  if (status === undefined) return failure as unknown as Result;
  Object.assign(error, { status, headers });
  if (body) failure.body = parse(mask(JSON.stringify(body)));
  // The type of a declared status states the type of the body.
  const isAsDeclared = typeof (failure.body as JsonObject | undefined)?.[failureText] === 'string';
  if (isAsDeclared || !statuses.includes(status)) failure.status = status;
  return failure as unknown as Result;
}
