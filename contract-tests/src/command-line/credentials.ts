import { existsSync } from 'node:fs';
import { operationTable } from '@vehicle-lookup/contract';
import { type Command, InvalidArgumentError, Option, SecretOption } from '@vehicle-lookup/toolkit/command-line';
import { NOT_JSON, readJson } from '../files.ts';
import type { ServiceData } from '../plan/data.ts';

const { credentials: names, secrets: secretNames } = operationTable;

/** Adds credential options to a command: a flag and an environment variable for each credential in the document. */
export function addCredentialOptions(command: Command): Command {
  for (const name of names) {
    const [flags, variable] = [`--${name} <VALUE>`, variableOf(name)];
    command.addOption(
      secretNames.includes(name)
        ? new SecretOption(flags, `the account's ${name}, a secret; never printed`, variable)
        : new Option(flags, `the account's ${name}`).env(variable),
    );
  }
  return command.check((invoked) =>
    names
      .filter((name) => !invoked.opts()[name])
      .map((name) => `--${name} is missing; give it, or set ${variableOf(name)}`),
  );
}

/** Returns the credentials of a command line and its environment, by name; a flag takes precedence over a variable. */
export const credentialsOf = (command: Command): Readonly<Record<string, string>> =>
  Object.fromEntries(names.map((name) => [name, command.opts()[name]]));

const variableOf = (name: string): string => `VEHICLE_LOOKUP_${name.toUpperCase()}`;

let known: readonly string[] = [];

/** Returns the secrets from the command line, which are masked in all output. */
export const secrets = (): readonly string[] => known;

/** Stores the secrets for masking. */
export function keepSecrets(values: readonly string[]): void {
  known = values;
}

/**
 * Reads one value of `--data`, a JSON file or NAME=VALUE, and adds it to the earlier values; later values override them.
 * @throws InvalidArgumentError when a file cannot be read or is not a JSON object; its content is not repeated
 */
export const dataArgument = (text: string, earlier: ServiceData = {}): ServiceData => ({
  ...earlier,
  ...(isFile(text) ? readFile(text) : pair(text)),
});

/** Returns whether an argument is a file. A value may contain any text, so only the part before the equals sign is checked. */
const isFile = (text: string): boolean => !/^\w+=/.test(text) && (text.endsWith('.json') || existsSync(text));

function readFile(file: string): ServiceData {
  const data = readJson(
    file,
    (why) => new InvalidArgumentError(why === NOT_JSON ? NO_OBJECT : `${file} cannot be read (${why})`),
  );
  if (typeof data === 'object' && data !== null && !Array.isArray(data)) return data as ServiceData;
  throw new InvalidArgumentError(NO_OBJECT);
}

const NO_OBJECT = 'the file is not a JSON object; expected, for example, {"name": "value"}';

function pair(text: string): ServiceData {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('expected NAME=VALUE, or a file that exists');
  return { [text.slice(0, at)]: text.slice(at + 1) };
}
