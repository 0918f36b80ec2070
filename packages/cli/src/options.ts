import { closeSync, openSync, readSync } from 'node:fs';
import { type Command, got, InvalidArgumentError, Option, wholeNumber } from '@vehicle-lookup/command-line';

/** Options of every command. */
export interface CommonOptions {
  baseUrl: string;
  user: string;
  /** The content of the file. */
  keyFile?: string;
  /** Milliseconds. */
  timeout?: number;
  retries?: number;
  json?: true;
  raw?: true;
  format?: 'table' | 'json' | 'csv';
  /** Names of columns. */
  fields?: string[];
}

/** Options of the commands that take a list of values. */
export interface BatchCommandOptions {
  from?: string;
  /** Absent: standard output. */
  output?: string;
  resume?: true;
  concurrency?: number;
}

/** The flags of every command: service, account, and output. */
export const commonOptions = (): Option[] => [
  new Option('--base-url <URL>', 'base address of the service').env('VEHICLE_LOOKUP_BASE_URL'),
  new Option('--user <NAME>', 'user name of the account').env('VEHICLE_LOOKUP_USER'),
  new Option('--key-file <FILE>', 'file that contains only the key (or put the key in VEHICLE_LOOKUP_KEY)').argParser(
    readKeyFile,
  ),
  new Option('--key [KEY]').hideHelp(),
  new Option('--timeout <SECONDS>', 'time limit of one attempt; 0: no limit (default: 30)').argParser(milliseconds),
  new Option('--retries <N>', 'retries after a network error, a server error or status 429 (default: 2)').argParser(
    wholeNumber(0, 10),
  ),
  new Option('--json', 'print JSON instead of a table'),
  new Option('--raw', 'print the whole body as JSON, as the service sent it').conflicts(['json', 'format', 'fields']),
  new Option('--format <FORMAT>', 'table, json or csv (default: table)')
    .choices(['table', 'json', 'csv'])
    .conflicts('json'),
  new Option('--fields <LIST>', 'columns of a table or of csv, separated by commas')
    .argParser((list) => list.split(',').map((name) => name.trim()))
    .conflicts('json'),
];

/** The flags of the commands that take a list of values. */
export const batchOptions = (): Option[] => [
  new Option('--from <FILE>', 'batch: read values from a file, one per line; -: from standard input'),
  new Option('--output <FILE>', 'batch: write the results to a new file; -: to standard output'),
  new Option('--resume', 'batch: continue the file of --output; skips answered values, repeats failed ones'),
  new Option('--concurrency <N>', 'batch: requests at the same time (default: 4)').argParser(wholeNumber(1, 64)),
];

const KEY_VARIABLE = 'VEHICLE_LOOKUP_KEY';

/** The key from the file or the environment; empty if there is none. */
export const keyOf = ({ keyFile }: Pick<CommonOptions, 'keyFile'>): string =>
  keyFile ?? process.env[KEY_VARIABLE] ?? '';

/** What is missing of the service and the account. Only commands that make requests need them. */
export function accountFaults(command: Command): string[] {
  const options = command.optsWithGlobals();
  const missing = ['base-url', 'user'].flatMap((name) => {
    const option = (command.parent?.options ?? []).find(({ long }) => long === `--${name}`);
    if (!option || options[option.attributeName()] !== undefined) return [];
    return [`--${name} is missing; give ${option.flags}, or set ${option.envVar}`];
  });
  return [...missing, ...keyFaults(options)];
}

/** What is wrong with the key on a command line. */
function keyFaults({ key, keyFile }: Record<string, unknown>): string[] {
  if (key !== undefined) {
    return [
      '--key: a key on the command line is visible to all users of this machine and stays in the history of the ' +
        'shell; put it in VEHICLE_LOOKUP_KEY, or in a file: --key-file FILE',
    ];
  }
  // An unreadable file is '', and its parser has reported it.
  const isMissing = keyFile === undefined && !keyOf({});
  return isMissing ? ['the key is missing; put it in VEHICLE_LOOKUP_KEY, or in a file: --key-file FILE'] : [];
}

/** Which options about the output do not fit together. */
export const outputFaults = ({ fields, format }: Pick<CommonOptions, 'fields' | 'format'>): string[] =>
  fields && format === 'json' ? ['--fields chooses columns of a table or of csv, and --format json has none'] : [];

/** A parser of seconds. A short time is a limit, too; only 0 is none. */
export function milliseconds(text: string): number {
  const seconds = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (seconds <= 2_147_483) return seconds && Math.max(1, Math.round(seconds * 1000));
  throw new InvalidArgumentError(`expected a number from 0 to 2147483, ${got(text)}`);
}

/** Longer than any key. */
const MAX_BYTES = 4096;

/**
 * Reads the key from a file.
 * @throws InvalidArgumentError without the name of the file, because that may be the key itself
 */
function readKeyFile(file: string): string {
  const bytes = Buffer.alloc(MAX_BYTES + 1);
  let length = 0;
  try {
    const descriptor = openSync(file, 'r');
    try {
      for (let read = -1; read !== 0 && length < bytes.length; length += read)
        read = readSync(descriptor, bytes, length, bytes.length - length, null);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    const { code = 'for an unknown reason' } = error as NodeJS.ErrnoException;
    throw new InvalidArgumentError(`the file cannot be read (${code}); expected a file that contains only the key`);
  }
  const key = bytes
    .toString('utf8', 0, length)
    .replace(/^\uFEFF/, '')
    .trim();
  if (key !== '' && length <= MAX_BYTES && !/\s/.test(key)) return key;
  const found = key === '' ? 'nothing' : length > MAX_BYTES ? `more than ${MAX_BYTES} bytes` : 'several words';
  throw new InvalidArgumentError(`expected a file that contains only the key, found ${found}`);
}
