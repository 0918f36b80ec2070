import type { Bodies, DeclaredFailures, SuccessStatus } from '../client/queries.gen.ts';
import type { Meta } from '../contract/contract.gen.ts';
import type { DeclaredFailure, OtherFailure, VehicleLookupError } from '../errors.ts';
import type { ParsedData } from '../parse/parse.gen.ts';
import type { Issue } from '../parse/read.ts';

export type OperationId = keyof Bodies;

/** The result of a successful call of any operation. */
export interface AnySuccess<Data, Body> {
  ok: true;
  status: number;
  /** The parsed values of the body. */
  data: Data;
  /** The values that could not be parsed and are absent from `data`. */
  issues: Issue[];
  /** The body as the service sent it. */
  raw: Body;
  headers: Headers;
}

/** The result of a failed call of any operation. */
interface AnyFailure {
  ok: false;
  status?: number | undefined;
  error: VehicleLookupError;
  body?: unknown;
}

export type AnyResult = AnySuccess<unknown, unknown> | AnyFailure;

/** The result of a successful call. */
export interface Success<K extends OperationId> extends AnySuccess<ParsedData[K], Bodies[K]>, Meta {
  status: SuccessStatus;
}

/** The statuses for which any operation declares an error body. The body has the same type for each status. */
type FailureStatus = DeclaredFailures[OperationId]['status'];

/** The result of a failed call. The status determines the type of the body. */
export type Failure<K extends OperationId> =
  | DeclaredFailure<FailureStatus, DeclaredFailures[K]['body']>
  | OtherFailure<FailureStatus>;

/** A promise of a success. `safe()` returns a promise of either result, which never rejects. */
export type Call<K extends OperationId> = ResultPromise<Success<K>, Failure<K>>;

/**
 * A promise of a success. `safe()` returns a promise of a success or a failure that never rejects. Call `safe()`
 * immediately: until then, a failure is an unhandled rejection.
 */
export type ResultPromise<Ok, Failed> = Promise<Ok> & { safe(): Promise<Ok | Failed> };

interface Result {
  ok: boolean;
  error?: unknown;
}

/** Creates a call's promise from a promise that never rejects. */
export function resultPromise<Ok extends Result, Failed extends Result>(
  result: Promise<Ok | Failed>,
): ResultPromise<Ok, Failed> {
  const promise = result.then((one) => {
    if (one.ok) return one as Ok;
    throw one.error;
  });
  const safe = () => {
    promise.catch(() => {}); // The caller gets the error in the result.
    return result;
  };
  return Object.assign(promise, { safe });
}
