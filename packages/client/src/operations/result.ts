import type { Bodies, DeclaredFailures, SuccessStatus } from '../client/queries.gen.ts';
import type { Meta } from '../contract/contract.gen.ts';
import type { OtherFailure } from '../errors.ts';
import type { Tidy } from '../tidy/tidy.gen.ts';
import type { AnySuccess } from './define.ts';
import type { ResultPromise } from './result-promise.ts';

export type OperationId = keyof Bodies;

/** The result of a call that succeeded. */
export interface Success<K extends OperationId> extends AnySuccess<Tidy[K], Bodies[K]>, Meta {
  status: SuccessStatus;
}

/** The result of a call that failed. The status tells the type of the body. */
export type Failure<K extends OperationId> = DeclaredFailures[K] | OtherFailure<DeclaredFailures[K]['status']>;

/** A promise of a success; `safe()` returns a promise of either result, which never rejects. */
export type Call<K extends OperationId> = ResultPromise<Success<K>, Failure<K>>;
