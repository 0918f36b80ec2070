import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Report } from '../report/report.ts';
import { renderings } from './files.ts';

/**
 * Writes the report in every form. Files take the places of older ones when all of them are written, so none is ever half
 * there.
 * @param folder created where it is not there
 * @returns why they cannot be written, one line
 */
export function writeReport(report: Report, folder: string): string | undefined {
  const files = Object.entries(renderings).map(([name, render]) => {
    const file = join(folder, name);
    return { file, partial: `${file}.${process.pid}.partial`, text: render(report) };
  });
  try {
    mkdirSync(folder, { recursive: true });
    for (const { partial, text } of files) writeFileSync(partial, text);
    for (const { file, partial } of files) renameSync(partial, file);
    return undefined;
  } catch (error) {
    return unwritten(error);
  } finally {
    for (const { partial } of files) remove(partial);
  }
}

/**
 * Tries a folder before there is a report: requests may have a price.
 * @param folder created where it is not there
 * @returns why reports cannot be written to it, one line
 */
export function tryFolder(folder: string): string | undefined {
  const trial = join(folder, `.${process.pid}.partial`);
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(trial, '');
    return undefined;
  } catch (error) {
    return `${unwritten(error)}; no request was made`;
  } finally {
    remove(trial);
  }
}

const unwritten = (error: unknown): string =>
  `--report-dir: the reports cannot be written (${(error as NodeJS.ErrnoException).code ?? 'unknown'}); give a folder that takes them`;

/** A file that is there only where its writing was broken off. */
function remove(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // The reason why it could not be written is told.
  }
}
