import { RunError } from '../run-error.ts';

/** Converts a rate such as `5/s` or `100/min` to the milliseconds between two requests. Undefined if it is invalid. */
export function readRate(text: string): number | undefined {
  const [, count, unit] = /^([1-9]\d{0,3})\/(s|min)$/.exec(text) ?? [];
  return count === undefined ? undefined : (unit === 's' ? SECOND_MS : 60 * SECOND_MS) / Number(count);
}

const SECOND_MS = 1000;

/** The pace of the requests in a run. All times are in milliseconds. */
export interface Pace {
  /** Returns the pause before the next request. */
  pause: (now: number) => number;
  add: (started: number) => void;
  /**
   * Adjusts the pace after a rate limit has rejected the last added request. The first rejection has no effect.
   * @param wait the time to wait that the service requests
   */
  slowDown: (wait: number) => void;
}

/** A safety margin, because requests may arrive closer together than they were sent. */
const MARGIN = 1.25;

/**
 * Creates the pace of a run, limited by a rate or only by the service's response times.
 * @param rate the maximum rate, such as `5/s`
 * @throws RunError if the rate is invalid
 */
export function createPace(rate?: string): Pace {
  const given = rate === undefined ? 0 : readRate(rate);
  if (given === undefined) {
    throw new RunError('--rate: expected a number of requests per second or per minute, such as 5/s or 100/min');
  }
  let interval = given;
  let rejections = 0;
  const starts: number[] = [];
  const last = () => starts.at(-1) ?? Number.NEGATIVE_INFINITY;
  return {
    pause: (now) => Math.max(0, last() + interval - now),
    add: (started) => starts.push(started),
    slowDown: (wait) => {
      // Before the first rejection, others may have used part of the limit. After the pause, the whole limit is available.
      rejections += 1;
      if (rejections === 1) return;
      const window = Math.max(wait, SECOND_MS);
      const accepted = starts.filter((at) => at > last() - window).length - 1;
      interval = Math.max(interval, (window / Math.max(1, accepted)) * MARGIN);
    },
  };
}
