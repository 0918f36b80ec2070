import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CannotRateError } from '../cannot-rate.ts';
import { explanations } from '../report/explain.ts';
import type { Report } from '../report/report.ts';
import { annotations, sarif } from './findings.ts';
import { markdown } from './markdown.ts';

/** The report itself; `report.schema.json` describes it. */
export const json = (report: Report): string => `${JSON.stringify(report, null, 2)}\n`;

/**
 * Writes the report in every form: report.json, report.md, report.sarif, annotations.txt. A file is never incomplete.
 * @param directory created if it does not exist
 * @throws NoVerdictError when they cannot be written
 */
export async function writeReport(report: Report, directory: string): Promise<void> {
  const files: Record<string, string> = {
    'report.json': json(report),
    'report.md': markdown(report),
    'report.sarif': sarif(report, await explanations(), new Date().toISOString()),
    'annotations.txt': annotations(report),
  };
  const partial = (name: string) => join(directory, `${name}.${process.pid}.partial`);
  try {
    mkdirSync(directory, { recursive: true });
    for (const [name, text] of Object.entries(files)) writeFileSync(partial(name), text);
    for (const name of Object.keys(files)) renameSync(partial(name), join(directory, name));
  } catch (error) {
    for (const name of Object.keys(files)) remove(partial(name));
    const { code } = error as NodeJS.ErrnoException;
    throw new CannotRateError(
      `--report-dir: the reports cannot be written (${code}); give a directory that can be written to`,
    );
  }
}

/** The caller is told why it could not be written. */
function remove(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {}
}
