/** From the least to the most. */
export type Range = readonly [least: number, most: number];

/** How a mock is slow and unreliable. */
export interface FaultOptions {
  /** Milliseconds before a response. */
  delay?: Range;
  /** How many of a hundred requests get a server error. */
  fail?: number;
  /** How many of a hundred connections are cut instead of a response. */
  cut?: number;
  /** The same seed gives the same sequence. Default: another one each time. */
  seed?: number;
}

/** What happens to one request. */
export interface RequestFault {
  /** Milliseconds before the response. */
  delay: number;
  fail: boolean;
  cut: boolean;
}

/** Milliseconds of the longest delay: ten minutes, more than any client waits. */
const LONGEST = 600_000;

/** Reads `2000` or `50-400`, in milliseconds; undefined for anything else. */
export function readRange(text: string): Range | undefined {
  const [, least, most = least] = /^(\d{1,6})(?:-(\d{1,6}))?$/.exec(text) ?? [];
  const range: Range = [Number(least), Number(most)];
  return range[0] <= range[1] && range[1] <= LONGEST ? range : undefined;
}

/** A number from 0 to below 1, as `Math.random` gives it. */
export type Random = () => number;

/** The generator mulberry32: small, and good enough for a mock. */
export function createRandom(seed: number = Math.floor(Math.random() * 2 ** 32)): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Creates a function that decides what happens to the next request. It always draws three numbers, so that the sequence of one
 * kind of fault does not depend on the others.
 */
export function createFaults({ delay = [0, 0], fail = 0, cut = 0, seed }: FaultOptions): () => RequestFault {
  const random = createRandom(seed);
  return () => {
    const [first, second, third] = [random(), random(), random()];
    return {
      delay: delayIn(delay, () => first),
      fail: second * 100 < fail,
      cut: third * 100 < cut,
    };
  };
}

/** A time in a range, in whole milliseconds. */
export const delayIn = ([least, most]: Range, random: Random = Math.random): number =>
  least + Math.floor(random() * (most - least + 1));
