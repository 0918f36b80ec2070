import type { Attempt, Verdict } from '../../stores/limits.ts';
import type { StoreStatus } from '../admin.ts';

/** What a worker asks its primary: lock-out and burst, for all requests of a turn of the event loop. */
export interface JudgeRequest {
  judge: number;
  attempts: Attempt[];
}
export interface JudgeReply {
  judged: number;
  verdicts: Verdict[];
}

/** What the primary asks a worker, for the admin port. */
export interface ReportRequest {
  report: number;
}
export interface ReportReply {
  reported: number;
  status: StoreStatus;
  metrics: unknown;
}

/** True for an object with this member: other messages come over the same channel. */
export const has = <Name extends string>(message: unknown, name: Name): message is Record<Name, unknown> =>
  typeof message === 'object' && message !== null && name in message;
