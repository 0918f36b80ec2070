import type { EntryFault } from '../catalogue/catalogue-entry.ts';
import type { EntryCounts, LinePlace } from '../catalogue/draft/draft.ts';

/** A line that is not loaded. */
export interface WrongLine extends LinePlace {
  /** The first faults; `more` counts the others. */
  faults: Required<EntryFault>[];
  more: number;
}

export interface ImportReport {
  /** The new version, which is current now; undefined: the current version has not changed. */
  version?: string;
  /** Of the file of the version, in hexadecimal. */
  sha256?: string;
  lines: number;
  counts: EntryCounts;
  wrong: number;
  /** The first wrong lines, in detail. */
  wrongLines: WrongLine[];
  /** Where the data come from, and under which terms; undefined: the file does not say it. */
  origin?: string;
}

/** More faults of one line than this are not shown. */
const FAULTS = 5;
/** This many wrong lines are shown; the others are counted. */
const WRONG_LINES = 20;

/** Counts a wrong line. */
export function addWrongLine(report: ImportReport, { line, byte }: LinePlace, faults: Required<EntryFault>[]): void {
  report.wrong += 1;
  if (report.wrongLines.length === WRONG_LINES) return;
  const more = Math.max(0, faults.length - FAULTS);
  report.wrongLines.push({ line, byte, faults: faults.slice(0, FAULTS), more });
}

/** The result of an import, for people. */
export function reportText(report: ImportReport): string {
  const { version, sha256, lines, wrong, origin } = report;
  const { vehicles, brands, models, variants } = report.counts;
  const content = `${vehicles} vehicles, ${brands} brands, ${models} models, ${variants} variants in ${lines} lines`;
  const checked = wrong > 0 ? 'The file can be loaded' : 'The file is correct';
  return [
    ...(wrong > 0 ? [...wrongLineTexts(report), ''] : []),
    version === undefined
      ? `${checked}: ${content}. No catalogue was written.`
      : `Version ${version} is current: ${content}.`,
    ...(wrong > 0 ? [`${wrong} wrong lines ${version === undefined ? 'would be' : 'were'} left out.`] : []),
    ...(origin === undefined ? [] : [`Data: ${origin}`]),
    ...(sha256 === undefined ? [] : [`SHA-256 of the version: ${sha256}`]),
  ].join('\n');
}

/** Why a file was rejected; undefined: it was not. */
export function rejectionText(report: ImportReport, skipBadLines: boolean): string | undefined {
  if (isWanted(report, skipBadLines)) return undefined;
  const [{ lines, wrong }, details] = [report, wrongLineTexts(report)];
  const empty = 'no line holds an entry; nothing was loaded. Check the file, or the command that wrote it.';
  if (wrong === 0 || skipBadLines) return [empty, ...details].join('\n');
  const next = 'Fix them and import the file again, or leave them out with --skip-bad-lines.';
  return [`${wrong} of ${lines} lines are wrong; nothing was loaded.`, ...details, next].join('\n');
}

/** An empty catalogue is a mistake, for example the output of a pipe whose first command failed. */
export const isWanted = ({ wrong, counts }: ImportReport, skipBadLines: boolean): boolean =>
  (wrong === 0 || skipBadLines) && Object.values(counts).some((count) => count > 0);

/** A line for each fault: `line 17, byte 5120, /record/carId: expected an integer, got "12"`. */
function wrongLineTexts({ wrong, wrongLines }: ImportReport): string[] {
  const texts = wrongLines.flatMap(({ line, byte, faults, more }) => {
    const where = `line ${line}, byte ${byte}`;
    const ofFaults = faults.map(
      ({ pointer, expected, got }) => `${where}, ${pointer || 'the line'}: expected ${expected}, got ${got}`,
    );
    return more > 0 ? [...ofFaults, `${where}: and ${more} more`] : ofFaults;
  });
  const others = wrong - wrongLines.length;
  return others > 0 ? [...texts, `and ${others} more wrong lines`] : texts;
}
