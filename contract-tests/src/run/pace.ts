import { RunError } from '../run-error.ts';

/** Reads `5/s` or `100/min` as the milliseconds between two requests; undefined for anything else. */
export function readRate(text: string): number | undefined {
  const [, count, unit] = /^([1-9]\d{0,3})\/(s|min)$/.exec(text) ?? [];
  return count === undefined ? undefined : (unit === 's' ? SECOND_MS : 60 * SECOND_MS) / Number(count);
}

const SECOND_MS = 1000;

/** How fast a run makes its requests. Times are in milliseconds. */
export interface Pace {
  /** How long a request has to wait that could be sent now. */
  pause: (now: number) => number;
  add: (started: number) => void;
  /**
   * Learns from the second request that a rate limit rejected, and from later ones: the last one that was added.
   * @param wait how long the service asks to wait
   */
  slowDown: (wait: number) => void;
}

/** Two requests that start so far apart may arrive closer together. */
const MARGIN = 1.25;

/**
 * Creates the pace of a run: as fast as the service answers, or as a rate says.
 * @param rate such as `5/s`
 * @throws RunError on a text that is not a rate
 */
export function createPace(rate?: string): Pace {
  const given = rate === undefined ? 0 : readRate(rate);
  if (given === undefined) {
    throw new RunError('--rate: expected a number of requests in a second or a minute, such as 5/s or 100/min');
  }
  let interval = given;
  let rejections = 0;
  const starts: number[] = [];
  const last = () => starts.at(-1) ?? Number.NEGATIVE_INFINITY;
  return {
    pause: (now) => Math.max(0, last() + interval - now),
    add: (started) => starts.push(started),
    slowDown: (wait) => {
      // Before the first rejection, others may have used a part of the limit. After the pause, all of it is there.
      rejections += 1;
      if (rejections === 1) return;
      const window = Math.max(wait, SECOND_MS);
      const accepted = starts.filter((at) => at > last() - window).length - 1;
      interval = Math.max(interval, (window / Math.max(1, accepted)) * MARGIN);
    },
  };
}
