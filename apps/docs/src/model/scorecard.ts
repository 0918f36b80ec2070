import { existsSync, readFileSync } from 'node:fs';
import { UserError } from '@vehicle-lookup/command-line';
import { parseJson } from './parse-json.ts';

/** How many of the places that should have something have it. */
interface Share {
  with: number;
  of: number;
}

/** How well the document explains itself: `spec/scorecard.json`, which `packages/governance/generate.ts` writes. */
export interface ScorecardFile {
  descriptions: Share;
  examples: Share;
  /** How many assumptions there are of each strength. */
  assumptions: Record<string, number>;
  /** What `redocly score` says, of 100. */
  redocly: number;
}

/** @param file it may be missing @throws when it is not a scorecard, with its name and the next step */
export function readScorecard(file: string): ScorecardFile | undefined {
  if (!existsSync(file)) return undefined;
  const value = parseJson(readFileSync(file, 'utf8'));
  if (isScorecard(value)) return value;
  throw new UserError(`${file}: expected descriptions, examples, assumptions and redocly; run \`pnpm generate\``);
}

function isScorecard(value: unknown): value is ScorecardFile {
  const { descriptions, examples, assumptions, redocly } = Object(value);
  return (
    [descriptions, examples].every((share) => typeof share?.with === 'number' && typeof share.of === 'number') &&
    typeof assumptions === 'object' &&
    assumptions !== null &&
    Object.values(assumptions).every((count) => typeof count === 'number') &&
    typeof redocly === 'number'
  );
}
