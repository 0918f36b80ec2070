import { failureText, selectors, statuses } from '../contract/contract.gen.ts';
import type { JsonObject } from '../json.ts';
import type { Issue } from '../tidy/read.ts';
import type { Tidier } from '../tidy/tidier.ts';
import type { Answer, RawResponse } from '../transport/attempt.ts';
import type { Connection } from '../transport/connection.ts';
import { type CallOptions, refuse } from '../transport/options.ts';
import type { Query } from '../transport/send.ts';
import type { Input } from './input.ts';

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

/**
 * A promise of a success. `safe()` returns a promise of a success or a failure that never rejects. Call `safe()`
 * immediately: until then, a failure is an unhandled rejection.
 */
export type ResultPromise<Ok, Failed> = Promise<Ok> & { safe(): Promise<Ok | Failed> };

interface Result {
  ok: boolean;
  error?: unknown;
}

/** An operation without its generated types: it takes the inputs by position, then the options. */
export type Operation = (connection: Connection, ...given: never[]) => ResultPromise<Result, Result>;

/** Creates the function that calls an operation. */
export function define<F>(id: string, inputs: Record<string, Input>, tidy: Tidier<unknown>): F {
  const readers = Object.entries(inputs);

  const run = async (connection: Connection, given: unknown[]): Promise<Result> => {
    let answer: Answer = {};
    try {
      const query: Query = { ...selectors[id] };
      readers.forEach(([name, [read, expected]], index) => {
        const value = read(given[index]);
        query[name] = value === undefined ? refuse(id, name, expected, given[index]) : value;
      });
      answer = await connection.request(id, query, given[readers.length] as CallOptions);
      if (answer.error) throw answer.error;
      const { response, body } = answer as Required<Answer>;
      return Object.assign(response, { ok: true, raw: body }, tidy(body, id));
    } catch (error) {
      const body = answer.redacted?.();
      if (!body) return { ok: false, error };
      const { status } = answer.response as RawResponse;
      (error as JsonObject).status = status;
      // The status is stated if the body is of the type that the document declares for it.
      const declared = statuses.includes(status) && typeof (body as JsonObject)[failureText] === 'string' && { status };
      return { ok: false, error, body, ...declared } as Result;
    }
  };

  const operation = (connection: Connection, ...given: unknown[]) => {
    const result = run(connection, given);
    const call = result.then((one) => {
      if (one.ok) return one;
      throw one.error;
    });
    const safe = () => {
      call.catch(() => {}); // The caller gets the error in the result.
      return result;
    };
    return Object.assign(call, { safe });
  };
  return operation as unknown as F;
}
