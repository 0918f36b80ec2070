import { Option } from '@vehicle-lookup/toolkit/command-line';
import { CODE_CHANGES } from '../comparison/change.ts';

/** Options for the output of a report. */
export interface OutputOptions {
  json?: true;
  reportDir?: string;
}

/** Returns the option for the locations of the consumers' usage files. */
export const consumersOption = (): Option =>
  new Option(
    '--consumers <PLACE...>',
    'list the consumers that each change breaks; PLACE is a usage file, a directory with usage files, or npm:PACKAGE[@VERSION]',
  );

/** Returns the option for changes that break only generated code. */
export const codeChangesOption = (): Option =>
  new Option('--code-changes <ACTION>', 'reject changes that break only generated code, or only print a warning')
    .choices(CODE_CHANGES)
    .default('reject');

export const outputOptions = (): Option[] => [
  new Option('--json', 'print JSON instead of text'),
  new Option(
    '--report-dir <DIR>',
    'write the report in every format: report.json, report.md, report.sarif, annotations.txt',
  ),
];

/** Returns the current date in UTC, `YYYY-MM-DD`. */
export const today = (): string => new Date().toISOString().slice(0, 10);
