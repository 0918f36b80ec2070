import { accessSync, constants, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDirectory } from '@vehicle-lookup/toolkit/command-line';
import { badge as badgeText, countFindings } from '@vehicle-lookup/toolkit/findings';
import { errorCode } from '../files.ts';
import type { RunReport, RunVerdict } from '../report/report.ts';
import { html } from './html.ts';
import { junit } from './junit.ts';
import { remarks } from './labels.ts';
import { markdown } from './markdown.ts';
import { metrics } from './metrics.ts';
import { sarif } from './sarif.ts';

/** Renders the report as JSON, as described by `report.schema.json`. */
export const json = (report: RunReport): string => `${JSON.stringify(report, null, 2)}\n`;

/** The files of a report directory, by name. Every file is generated only from the report. */
export const renderings: Readonly<Record<string, (report: RunReport) => string>> = {
  'report.json': json,
  'report.md': markdown,
  'report.html': html,
  'report.sarif': sarif,
  'junit.xml': junit,
  'badge.json': badge,
  'metrics.prom': metrics,
};

/**
 * Writes the report in every format. The files replace older files after all of them have been written, so that no file is
 * ever incomplete.
 * @param directory the report directory, created if it does not exist
 * @returns a one-line error message if the files cannot be written
 */
export function writeReport(report: RunReport, directory: string): string | undefined {
  const files = Object.entries(renderings).map(([name, render]) => {
    const file = join(directory, name);
    return { file, partial: `${file}.${process.pid}.partial`, text: render(report) };
  });
  try {
    createDirectory(directory);
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
 * Checks the report directory before the first request, because requests may be charged.
 * @param directory the report directory, created if it does not exist
 * @returns a one-line error message if reports cannot be written to the directory
 */
export function tryDirectory(directory: string): string | undefined {
  try {
    createDirectory(directory);
    accessSync(directory, constants.W_OK);
    return undefined;
  } catch (error) {
    return `${unwritten(error)}; no request was sent`;
  }
}

const unwritten = (error: unknown): string =>
  `--report-dir: the reports cannot be written (${errorCode(error)}); specify a writable directory`;

/** Removes a partial file, which exists only if writing was interrupted. The caller reports the reason. */
function remove(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {}
}

const COLOURS: Readonly<Record<RunVerdict, string>> = {
  conformant: 'brightgreen',
  'not conformant': 'red',
  incomplete: 'yellow',
  'no verdict': 'lightgrey',
};

/** Renders the verdict and its qualifications as a badge. */
export function badge(report: RunReport): string {
  const { verdict, findings } = report;
  const { warning, contradiction } = countFindings(findings);
  const isQualified = verdict === 'conformant' && warning + contradiction > 0;
  return badgeText({
    label: 'contract',
    message: [verdict, ...remarks(report)].join(', '),
    color: isQualified ? 'yellowgreen' : COLOURS[verdict],
  });
}
