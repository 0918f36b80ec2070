import type { EntryFault } from '../catalogue/catalogue-entry.ts';
import type { EntryCounts, LinePlace } from '../catalogue/draft/draft.ts';

/** An invalid line, which is not loaded. */
export interface WrongLine extends LinePlace {
  /** The first errors; `more` is the number of further errors. */
  faults: Required<EntryFault>[];
  more: number;
}

export interface ImportReport {
  /** The new current version; undefined if the current version has not changed. */
  version?: string;
  /** SHA-256 of the version's file, in hexadecimal. */
  sha256?: string;
  lines: number;
  counts: EntryCounts;
  wrong: number;
  /** Details of the first invalid lines. */
  wrongLines: WrongLine[];
  /** Source and terms of the data; undefined if the file does not contain them. */
  origin?: string;
}

/** Maximum number of reported errors per line. */
const FAULTS = 5;
/** Maximum number of reported lines; further invalid lines are only counted. */
const WRONG_LINES = 20;

/** Adds an invalid line to a report. */
export function addWrongLine(report: ImportReport, { line, byte }: LinePlace, faults: Required<EntryFault>[]): void {
  report.wrong += 1;
  if (report.wrongLines.length === WRONG_LINES) return;
  const more = Math.max(0, faults.length - FAULTS);
  report.wrongLines.push({ line, byte, faults: faults.slice(0, FAULTS), more });
}

/** Returns the result of an import as human-readable text. */
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
    ...(wrong > 0 ? [`${wrong} invalid lines ${version === undefined ? 'would be' : 'were'} left out.`] : []),
    ...(origin === undefined ? [] : [`Data: ${origin}`]),
    ...(sha256 === undefined ? [] : [`SHA-256 of this version: ${sha256}`]),
  ].join('\n');
}

/** Returns the reason for a rejected file; undefined if the file was not rejected. */
export function rejectionText(report: ImportReport, skipBadLines: boolean): string | undefined {
  if (isWanted(report, skipBadLines)) return undefined;
  const [{ lines, wrong }, details] = [report, wrongLineTexts(report)];
  const empty = 'no line contains an entry, so no data were loaded. Check the file, or the command that wrote it.';
  if (wrong === 0 || skipBadLines) return [empty, ...details].join('\n');
  const next = 'Correct these lines and import the file again, or leave them out with --skip-bad-lines.';
  return [`${wrong} of ${lines} lines are invalid, so no data were loaded.`, ...details, next].join('\n');
}

/** Returns whether a file may be loaded. An empty catalogue is a mistake, for example if the first command of a pipe failed. */
export const isWanted = ({ wrong, counts }: ImportReport, skipBadLines: boolean): boolean =>
  (wrong === 0 || skipBadLines) && Object.values(counts).some((count) => count > 0);

/** Returns a line of text for each error: `line 17, byte 5120, /record/carId: expected an integer, got "12"`. */
function wrongLineTexts({ wrong, wrongLines }: ImportReport): string[] {
  const texts = wrongLines.flatMap(({ line, byte, faults, more }) => {
    const where = `line ${line}, byte ${byte}`;
    const ofFaults = faults.map(
      ({ pointer, expected, got }) => `${where}, ${pointer || 'the line'}: expected ${expected}, got ${got}`,
    );
    return more > 0 ? [...ofFaults, `${where}: and ${more} more`] : ofFaults;
  });
  const others = wrong - wrongLines.length;
  return others > 0 ? [...texts, `and ${others} more invalid lines`] : texts;
}
