/** A test case for the start of a window: timestamps of the consultations 1, 2, …, of which the first `pruned` are deleted. */
export interface WindowCase {
  moments: readonly number[];
  pruned?: number;
  /** Consultations after this time count. */
  cutoff: number;
  /** The consultation at which the search begins; it may be incorrect. */
  hint: number;
  /** The oldest consultation that counts, or the number of consultations plus one if none counts. */
  oldest: number;
}

const TEN = [10, 20, 30, 40, 50, 60, 70, 80, 90, 100];
const SAME = [5, 5, 5, 5, 5];

/** Cases for both `oldestLive` in rolling-window.ts and `window_start` in window-start.sql. */
export const windowCases: Record<string, WindowCase> = {
  'no consultation': { moments: [], cutoff: 0, hint: 1, oldest: 1 },
  'all count': { moments: TEN, cutoff: 9, hint: 1, oldest: 1 },
  'none counts': { moments: TEN, cutoff: 100, hint: 1, oldest: 11 },
  'a consultation does not count at the end of its window': { moments: TEN, cutoff: 40, hint: 5, oldest: 5 },
  'a consultation counts one millisecond before the end of its window': {
    moments: TEN,
    cutoff: 39,
    hint: 5,
    oldest: 4,
  },
  'the hint is correct': { moments: TEN, cutoff: 45, hint: 5, oldest: 5 },
  'the hint is too early': { moments: TEN, cutoff: 85, hint: 1, oldest: 9 },
  'the hint is too late': { moments: TEN, cutoff: 15, hint: 10, oldest: 2 },
  'the hint is beyond the end': { moments: TEN, cutoff: 95, hint: 50, oldest: 10 },
  'the hint is before the beginning': { moments: TEN, cutoff: 25, hint: -3, oldest: 3 },
  'all have the same time and count': { moments: SAME, cutoff: 4, hint: 3, oldest: 1 },
  'all have the same time and none counts': { moments: SAME, cutoff: 5, hint: 3, oldest: 6 },
  'the first consultations are deleted, and the others count': {
    moments: TEN,
    pruned: 3,
    cutoff: 0,
    hint: 1,
    oldest: 4,
  },
  'the first consultations are deleted, and the hint is deleted': {
    moments: TEN,
    pruned: 3,
    cutoff: 65,
    hint: 2,
    oldest: 7,
  },
  'all are deleted': { moments: TEN, pruned: 10, cutoff: 0, hint: 4, oldest: 11 },
};
