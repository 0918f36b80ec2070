import { existsSync, readFileSync } from 'node:fs';
import { UserError } from '@vehicle-lookup/toolkit/command-line';

/** What a contract run found out; the pages show a part of its report. */
export interface SuiteReport {
  contract: { version: string };
  started: string;
  target: string;
  /** Where it was asked, without a query. */
  address?: string | undefined;
  verdict: string;
  requests: { spent: number };
  cells: { operation: string; status: string; envelope?: string; state: string; reason?: string }[];
  assumptions: { id: string; state: string; how: string }[];
}

/** A report, or why there is none, with the next step. */
export type ReportState = { report: SuiteReport; problem?: undefined } | { report?: undefined; problem: string };

/** What a reader of the site is told; how to give it a report stands in the README. */
const NOT_VERIFIED = 'Not yet verified against a service.';
const NEXT = 'Run `pnpm contract verify --report-dir DIR`, and give `--report DIR/report.json` to vehicle-lookup-docs.';

/**
 * Reads the report of a contract run. Never throws: a page says what is wrong with it.
 * @param file undefined: none was given
 * @param version of the document that the pages are about
 */
export function readReport(file: string | undefined, version: string): ReportState {
  if (file === undefined) return { problem: NOT_VERIFIED };
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return {
      problem: code === 'ENOENT' ? NOT_VERIFIED : `The report cannot be read (${code}). ${NEXT}`,
    };
  }
  const report = parseJson(text);
  if (!isReport(report)) return { problem: `The file is not a report of the contract suite. ${NEXT}` };
  if (report.contract.version !== version) {
    const about = `The report is about version ${report.contract.version} of the contract; these pages are about version ${version}.`;
    return { problem: `${about} Its verdicts are not shown. ${NEXT}` };
  }
  return { report };
}

/** The suite's schema is strict; what the pages use is checked, so that another file is named and not half shown. */
function isReport(value: unknown): value is SuiteReport {
  const { contract, started, verdict, requests, cells, assumptions } = Object(value);
  return (
    typeof contract?.version === 'string' &&
    typeof started === 'string' &&
    typeof verdict === 'string' &&
    typeof requests?.spent === 'number' &&
    [cells, assumptions].every(
      (list) => Array.isArray(list) && list.every((one) => typeof Object(one).state === 'string'),
    )
  );
}

/** The value of a JSON text; undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** How many of the places that should have something have it. */
interface Share {
  with: number;
  of: number;
}

/** How well the document explains itself: `spec/scorecard.json`, which `packages/gate/generate.ts` writes. */
export interface ScorecardFile {
  descriptions: Share;
  examples: Share;
  /** How many assumptions there are of each strength. */
  assumptions: Record<string, number>;
  /** What `redocly score` says, of 100. */
  redocly: number;
  /** Its criteria, each of 1; missing in files of an earlier generator. */
  redoclyCriteria?: Record<string, number>;
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
