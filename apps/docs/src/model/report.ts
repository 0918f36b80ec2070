import { readFileSync } from 'node:fs';
import { parseJson } from './parse-json.ts';

/** What a contract run found out; the pages show a part of its report. */
export interface SuiteReport {
  contract: { version: string };
  started: string;
  target: string;
  verdict: string;
  requests: { spent: number };
  cells: { operation: string; status: string; envelope?: string; state: string; reason?: string }[];
  assumptions: { id: string; state: string; how: string }[];
}

/** A report, or why there is none, with the next step. */
export type ReportState = { report: SuiteReport; problem?: undefined } | { report?: undefined; problem: string };

const NEXT = 'Run `pnpm contract verify --report-dir DIR`, and give `--report DIR/report.json` to vehicle-lookup-docs.';

/**
 * Reads the report of a contract run. Never throws: a page says what is wrong with it.
 * @param file undefined: none was given
 * @param version of the document that the pages are about
 */
export function readReport(file: string | undefined, version: string): ReportState {
  if (file === undefined) return { problem: `No report of a contract run was given. ${NEXT}` };
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return {
      problem: code === 'ENOENT' ? `There is no report yet. ${NEXT}` : `The report cannot be read (${code}). ${NEXT}`,
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
