import { got, InvalidArgumentError, Option, wholeNumber } from '@vehicle-lookup/toolkit/command-line';
import type { AccountChoice } from './account/account.ts';
import { readKeyFile } from './account/key-file.ts';

/** Options for every command. */
export interface CommonOptions extends AccountChoice {
  /** Time limit per attempt in milliseconds. */
  timeout?: number;
  retries?: number;
  json?: true;
  raw?: true;
  format?: 'table' | 'json' | 'csv';
  headings?: 'labels' | 'names';
  decimal?: '.' | ',';
  bom?: true;
  fields?: string[];
}

/** Options for commands that accept a list of values. */
export interface BatchCommandOptions {
  from?: string;
  /** Output file. Default: standard output. */
  output?: string;
  resume?: true;
  retryNotFound?: true;
  concurrency?: number;
  column?: string;
  maxConsultations?: number;
  keepGoing?: true;
  yes?: true;
}

/** Creates the options for every command: service, account and output. */
export const commonOptions = (): Option[] => [
  new Option('--base-url <URL>', 'base URL of the service').env('VEHICLE_LOOKUP_BASE_URL'),
  new Option('--user <NAME>', 'user name of the account').env('VEHICLE_LOOKUP_USER'),
  new Option('--key-file <FILE>', 'file that contains only the key (alternative: VEHICLE_LOOKUP_KEY)').argParser(
    readKeyFile,
  ),
  new Option('--key [KEY]').hideHelp(),
  new Option('--profile <NAME>', 'profile stored by login (default: default)').env('VEHICLE_LOOKUP_PROFILE'),
  new Option('--timeout <SECONDS>', 'time limit per attempt; 0 means no limit (default: 30)').argParser(milliseconds),
  new Option('--retries <N>', 'retries after a network error, a server error or status 429 (default: 2)').argParser(
    wholeNumber(0, 10),
  ),
  new Option('--json', 'print JSON instead of a table'),
  new Option('--raw', 'print the whole response body as unparsed JSON').conflicts(['json', 'format', 'fields']),
  new Option('--format <FORMAT>', 'table, json or csv (default: table)')
    .choices(['table', 'json', 'csv'])
    .conflicts('json'),
  new Option('--fields <LIST>', 'comma-separated columns for a table or CSV')
    .argParser((list) => list.split(',').map((name) => name.trim()))
    .conflicts('json'),
  new Option('--headings <KIND>', 'CSV headings: human-readable labels, or field names from the API (default: labels)')
    .choices(['labels', 'names'])
    .conflicts('json'),
  new Option('--decimal <MARK>', 'decimal mark in CSV; with ",", fields are separated by ";" (default: .)')
    .choices(['.', ','])
    .conflicts('json'),
  new Option('--bom', 'begin CSV with a byte order mark, so that Excel detects UTF-8').conflicts('json'),
];

/** Creates the options for commands that accept a list of values. */
export const batchOptions = (): Option[] => [
  new Option('--from <FILE>', 'batch: read values from a file, one per line; - means standard input'),
  new Option('--output <FILE>', 'batch: write the results to a new file; - means standard output'),
  new Option('--column <HEADING>', 'batch: read the values from the CSV column with this heading'),
  new Option('--resume', 'batch: continue the --output file; skip completed values and retry failed values'),
  new Option('--retry-not-found', 'batch: with --resume, also retry values that were not found'),
  new Option('--max-consultations <N>', 'batch: stop after this many consultations').argParser(wholeNumber(1)),
  new Option('--keep-going', 'batch: do not stop when the first ten requests fail in the same way'),
  new Option('--yes', 'batch: start without confirmation'),
  new Option('--concurrency <N>', 'batch: limit on concurrent requests (default: 4)').argParser(wholeNumber(1, 64)),
];

/** Returns error messages about output options that cannot be combined. */
export const outputFaults = ({ fields, format, headings, decimal, bom }: CommonOptions): string[] => [
  ...(fields && format === 'json' ? ['--fields applies to tables and CSV, not to --format json'] : []),
  ...Object.entries({ headings, decimal, bom })
    .filter(([, value]) => value && format !== 'csv')
    .map(([name]) => `--${name} requires --format csv`),
];

/** Converts seconds to milliseconds. A short time is rounded up to 1 ms, because 0 means no limit. */
export function milliseconds(text: string): number {
  const seconds = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (seconds <= 2_147_483) return seconds && Math.max(1, Math.round(seconds * 1000));
  throw new InvalidArgumentError(`expected a number from 0 to 2147483, ${got(text)}`);
}
