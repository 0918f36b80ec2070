/** An inclusive minimum and maximum. */
export type Range = readonly [least: number, most: number];

/** Options that make a mock slow or unreliable. */
export interface FaultOptions {
  /** The delay before each response, in milliseconds. */
  delay?: Range;
  /** The percentage of requests that get a server error. */
  fail?: number;
  /** The percentage of connections that are closed without a response. */
  cut?: number;
  /** The seed of the sequence; the same seed produces the same sequence. Default: random. */
  seed?: number;
}

/** The faults of one request. */
export interface RequestFault {
  /** The delay before the response, in milliseconds. */
  delay: number;
  fail: boolean;
  cut: boolean;
}

/** The longest delay in milliseconds: ten minutes, longer than any client waits. */
const LONGEST = 600_000;

/** Parses a delay in milliseconds, such as `2000` or `50-400`. Returns undefined for an invalid delay. */
export function readRange(text: string): Range | undefined {
  const [, least, most = least] = /^(\d{1,6})(?:-(\d{1,6}))?$/.exec(text) ?? [];
  const range: Range = [Number(least), Number(most)];
  return range[0] <= range[1] && range[1] <= LONGEST ? range : undefined;
}

/** Returns a number from 0 (inclusive) to 1 (exclusive), like `Math.random`. */
export type Random = () => number;

/** Creates a mulberry32 generator, which is small and sufficiently random for a mock. */
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
 * Creates a function that returns the faults of the next request. Each call draws three numbers, so that each type of fault has an
 * independent sequence.
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

/** Returns a random time in a range, in whole milliseconds. */
export const delayIn = ([least, most]: Range, random: Random = Math.random): number =>
  least + Math.floor(random() * (most - least + 1));
