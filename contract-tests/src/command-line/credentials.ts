import { existsSync, readFileSync } from 'node:fs';
import type { OperationTable } from '@vehicle-lookup/openapi/selectors';
import { type Command, InvalidArgumentError, Option, SecretOption } from '@vehicle-lookup/toolkit/command-line';
import type { ServiceData } from '../plan/data.ts';

type Credentials = Readonly<Record<string, string>>;
type Table = Pick<OperationTable, 'credentials' | 'secrets'>;

/** Adds the options for credentials to a command: a flag and a variable for each name of the table. */
export function addCredentialOptions(command: Command, table: Table): Command {
  for (const name of table.credentials) {
    const [flags, variable] = [`--${name} <VALUE>`, variableOf(name)];
    command.addOption(
      table.secrets.includes(name)
        ? new SecretOption(flags, `the account's ${name}, a secret; never printed`, variable)
        : new Option(flags, `the account's ${name}`).env(variable),
    );
  }
  return command.check((command) => missing(command, table));
}

/** The credentials of a command line and its environment, by name; a typed one wins over a variable. */
export function credentialsOf(command: Command, { credentials }: Table): Credentials {
  const options = command.opts();
  return Object.fromEntries(
    credentials.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])),
  );
}

const variableOf = (name: string): string => `VEHICLE_LOOKUP_${name.toUpperCase()}`;

const missing = (command: Command, table: Table): string[] =>
  table.credentials
    .filter((name) => !credentialsOf(command, table)[name])
    .map((name) => `--${name} is missing; give it, or set ${variableOf(name)}`);

let known: readonly string[] = [];

/** The secrets of the command line: nothing is printed that holds one. */
export const secrets = (): readonly string[] => known;

/** Keeps the secrets, as soon as they are known. */
export function keepSecrets(values: readonly string[]): void {
  known = values;
}

/**
 * Reads one value of `--data`, a file of JSON or NAME=VALUE, and adds it to the earlier ones; a later one wins.
 * @throws InvalidArgumentError when a file cannot be read or is not a JSON object; its content is not repeated
 */
export const dataArgument = (text: string, earlier: ServiceData = {}): ServiceData => ({
  ...earlier,
  ...(isFile(text) ? readFile(text) : pair(text)),
});

/** A value may hold anything, so only what stands before the equals sign decides. */
const isFile = (text: string): boolean => !/^\w+=/.test(text) && (text.endsWith('.json') || existsSync(text));

function readFile(file: string): ServiceData {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new InvalidArgumentError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`);
  }
  try {
    // Editors on Windows begin a file with a byte order mark.
    const data: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    if (typeof data === 'object' && data !== null && !Array.isArray(data)) return data as ServiceData;
  } catch {
    // Reported below: the parser's own message repeats the text.
  }
  throw new InvalidArgumentError('the file is not a JSON object; expected for example {"name": "value"}');
}

function pair(text: string): ServiceData {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('expected NAME=VALUE, or a file that exists');
  return { [text.slice(0, at)]: text.slice(at + 1) };
}
