import type { Calling, OtherFailure, Succeeded } from './operation.ts';
import type { Bodies, DeclaredFailures, Meta, SuccessStatus } from './selectors.gen.ts';
import type { Tidy } from './tidy.gen.ts';

export type OperationId = keyof Bodies;

/** What an operation brings. */
export interface Success<K extends OperationId> extends Succeeded<Tidy[K], Bodies[K]>, Meta {
  status: SuccessStatus;
}

/** Why it brought nothing; the status tells the body's type. */
export type Failure<K extends OperationId> = DeclaredFailures[K] | OtherFailure;

/** A promise of a success; `safe()` gives a promise that never rejects. */
export type Call<K extends OperationId> = Calling<Success<K>, Failure<K>>;
