import type { ImportReport } from './import.ts';
import { wrongLineTexts } from './invalid-line.ts';

/** The result of an import, for people. */
export function reportText(report: ImportReport): string {
  const { version, checksum, lines, counts, wrong } = report;
  const { vehicles, brands, models, variants } = counts;
  const content = `${vehicles} vehicles, ${brands} brands, ${models} models, ${variants} variants in ${lines} lines`;
  const checked = wrong > 0 ? 'The file can be loaded' : 'The file is correct';
  return [
    ...(wrong > 0 ? [...wrongLinesTexts(report), ''] : []),
    version === undefined
      ? `${checked}: ${content}. Nothing was written.`
      : `Version ${version} is current: ${content}.`,
    ...(wrong > 0 ? [`${wrong} wrong lines ${version === undefined ? 'would be' : 'were'} left out.`] : []),
    ...(report.origin === undefined ? [] : [`Data: ${report.origin}`]),
    ...(checksum === undefined ? [] : [`Content: SHA-256 ${checksum}`]),
  ].join('\n');
}

/** Why a file was rejected; undefined: it was not. */
export function rejectionText(report: ImportReport, skipBadLines: boolean): string | undefined {
  const { version, lines, counts, wrong } = report;
  // Also a version that an earlier run loaded with --skip-bad-lines, and a resumed run only switched to.
  if (version !== undefined) return undefined;
  if (wrong > 0 && !skipBadLines) {
    const next = 'Fix them and import the file again, or leave them out with --skip-bad-lines.';
    return [`${wrong} of ${lines} lines are wrong; nothing was loaded.`, ...wrongLinesTexts(report), next].join('\n');
  }
  if (Object.values(counts).some((count) => count > 0)) return undefined;
  const first = wrongLinesTexts(report);
  return ['no line holds an entry; nothing was loaded. Check the file, or the command that wrote it.', ...first].join(
    '\n',
  );
}

function wrongLinesTexts({ wrong, wrongLines }: ImportReport): string[] {
  const texts = wrongLines.flatMap(wrongLineTexts);
  const others = wrong - wrongLines.length;
  return others > 0 ? [...texts, `and ${others} more wrong lines`] : texts;
}
