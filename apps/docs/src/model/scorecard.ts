import { existsSync, readFileSync } from 'node:fs';

/** How many of the places that should have something have it. */
interface Share {
  with: number;
  of: number;
}

/** How well the document explains itself: `spec/scorecard.json`, which `pnpm generate` writes. */
export interface Scorecard {
  descriptions: Share;
  examples: Share;
  /** How many assumptions there are of each strength. */
  assumptions: Record<string, number>;
  /** What `redocly score` says, of 100. */
  redocly: number;
}

/** @param file it may be missing @throws when it is not JSON */
export const readScorecard = (file: string): Scorecard | undefined =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Scorecard) : undefined;
