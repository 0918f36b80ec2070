import { Option } from '@vehicle-lookup/toolkit/command-line';
import { CODE_CHANGES } from '../comparison/change.ts';

/** Where a report goes. */
export interface OutputOptions {
  json?: true;
  reportDir?: string;
}

/** Where usage files of consumers are. */
export const consumersOption = (): Option =>
  new Option(
    '--consumers <PLACE...>',
    'list the consumers that each change breaks, from their vehicle-lookup.usage.json: directories, files, or npm:PACKAGE[@VERSION]',
  );

/** The consequence of a change that only breaks generated code. */
export const codeChangesOption = (): Option =>
  new Option('--code-changes <ACTION>', 'reject a change that only breaks generated code, or only warn about it')
    .choices(CODE_CHANGES)
    .default('reject');

export const outputOptions = (): Option[] => [
  new Option('--json', 'print JSON instead of text'),
  new Option(
    '--report-dir <DIR>',
    'write the report in every format: report.json, report.md, report.sarif, annotations.txt',
  ),
];

/** The day in UTC, `YYYY-MM-DD`. */
export const today = (): string => new Date().toISOString().slice(0, 10);
