import type { Answer, RawResponse } from './attempt.ts';
import type { Connection } from './connection.ts';
import { failureText, selectors, statuses } from './contract.gen.ts';
import type { VehicleLookupError } from './errors.ts';
import type { Input } from './input.ts';
import type { JsonObject } from './kind.ts';
import { type CallOptions, refuse } from './options.ts';
import type { Issue } from './read.ts';
import type { Query } from './send.ts';
import type { Tidier } from './tidier.ts';

/** A success: tidy `data`, and everything that came with it. */
export interface Succeeded<Data, Body> {
  ok: true;
  status: number;
  data: Data;
  /** What could not be read and is absent from `data`. */
  issues: Issue[];
  /** The body as it came. */
  raw: Body;
  headers: Headers;
}

/** A failure whose status the document declares, with the body that it declares for it. */
export interface DeclaredFailure<Status, Body> {
  ok: false;
  status: Status;
  error: VehicleLookupError;
  body: Body;
}

/** Any other failure. */
export interface OtherFailure {
  ok: false;
  status?: undefined;
  error: VehicleLookupError;
  body?: unknown;
}

/**
 * A promise of a success, or by `safe()` of a result that tells success from failure and never rejects. Call `safe()` at
 * once: until then a failure is a rejection that nobody handles.
 */
export type Calling<Ok, Failed> = Promise<Ok> & { safe(): Promise<Ok | Failed> };

interface Result {
  ok: boolean;
  error?: unknown;
}

/** An operation before the generated types narrow it: its inputs by position, then the options. */
export type Operation = (connection: Connection, ...given: never[]) => Calling<Result, Result>;

/** Makes the function that asks for one operation. */
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
      const success = {
        ok: true,
        status: response.status,
        raw: body,
        get headers() {
          return response.headers;
        },
      };
      return Object.assign(success, tidy(body, id));
    } catch (error) {
      const body = answer.redacted?.();
      if (!body) return { ok: false, error };
      const { status } = answer.response as RawResponse;
      Object.assign(error as object, { status });
      const isDeclared = statuses.includes(status) && typeof (body as JsonObject)[failureText] === 'string';
      return { ok: false, error, body, ...(isDeclared && { status }) } as Result;
    }
  };

  const operation = (connection: Connection, ...given: unknown[]) => {
    const result = run(connection, given);
    const call = result.then((one) => {
      if (one.ok) return one;
      throw one.error;
    });
    const safe = () => {
      call.catch(() => {}); // Who asks for the result has seen the failure.
      return result;
    };
    return Object.assign(call, { safe });
  };
  return operation as unknown as F;
}
