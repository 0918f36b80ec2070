import type { Attempt, Judge, Verdict } from '../../stores/limits.ts';
import { StorageError } from '../../stores/storage-error.ts';
import type { StoreStatus } from '../admin.ts';
import { has, type JudgeReply, type JudgeRequest, type ReportReply, type ReportRequest } from './messages.ts';

/** A worker's connection to its primary. */
export interface WorkerLink {
  judge: Judge;
  /** Replies to the questions of the primary from now on. */
  answer(sources: { metrics(): Promise<unknown>; status(): Promise<StoreStatus> }): void;
}

interface Waiting {
  attempt: Attempt;
  resolve(verdict: Verdict): void;
  reject(error: Error): void;
}

/** Of this process, which is a worker. */
export function connectToPrimary(): WorkerLink {
  const underWay = new Map<number, Waiting[]>();
  let waiting: Waiting[] = [];
  let latest = 0;

  const send = (message: unknown): void => {
    // The primary has ended: this process ends, too.
    if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
  };
  function sendAttempts(): void {
    const number = ++latest;
    underWay.set(number, waiting);
    const request: JudgeRequest = { judge: number, attempts: waiting.map(({ attempt }) => attempt) };
    waiting = [];
    send(request);
  }
  process.on('message', (message) => {
    if (!has(message, 'judged')) return;
    const { judged, verdicts } = message as unknown as JudgeReply;
    const group = underWay.get(judged) ?? [];
    underWay.delete(judged);
    for (const [index, { resolve }] of group.entries()) resolve(verdicts[index] as Verdict);
  });
  process.on('disconnect', () => {
    const error = new StorageError('unavailable', 'the primary process', 'has ended', undefined);
    for (const { reject } of [...[...underWay.values()].flat(), ...waiting]) reject(error);
  });

  return {
    judge: (attempt) =>
      new Promise((resolve, reject) => {
        if (waiting.length === 0) setImmediate(sendAttempts);
        waiting.push({ attempt, resolve, reject });
      }),
    answer({ metrics, status }) {
      process.on('message', async (message) => {
        if (!has(message, 'report')) return;
        const { report } = message as unknown as ReportRequest;
        const [values, stores] = await Promise.all([metrics(), status()]);
        send({ reported: report, status: stores, metrics: values } satisfies ReportReply);
      });
    },
  };
}
