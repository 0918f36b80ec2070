import { type Command, didYouMean, InvalidArgumentError, Option, SecretOption } from '@vehicle-lookup/command-line';
import type { OperationTable } from '@vehicle-lookup/selectors';
import { nameAndValue } from './data-argument.ts';

type Credentials = Readonly<Record<string, string>>;
type Table = Pick<OperationTable, 'credentials' | 'secrets'>;

/**
 * Adds the options for credentials to a command: a flag and a variable for each name of the table, and `--credential` for
 * any of them.
 */
export function addCredentialOptions(command: Command, table: Table): Command {
  for (const name of table.credentials) {
    const [flags, variable] = [`--${name} <VALUE>`, variableOf(name)];
    command.addOption(
      table.secrets.includes(name)
        ? new SecretOption(flags, `the account's ${name}, a secret; never printed`, variable)
        : new Option(flags, `the account's ${name}`).env(variable),
    );
  }
  return command
    .addOption(
      new Option('--credential <NAME=VALUE...>', `the same by name: ${table.credentials.join(', ')}`).argParser(
        // commander gives an empty text where an earlier value was refused.
        (text: string, earlier: Credentials | '' = '') => ({ ...(earlier || {}), ...credential(text, table, earlier) }),
      ),
    )
    .check((command) => [...twice(command, table), ...missing(command, table)]);
}

/** The credentials of a command line and its environment, by name; a typed one wins over a variable. */
export function credentialsOf(command: Command, { credentials }: Table): Credentials {
  const options = command.opts();
  const named = credentials.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]]));
  return { ...Object.fromEntries(named), ...byName(command) };
}

/** Warns of a secret that was typed with `--credential`; an option such as `--key` warns by itself. */
export function warnOfTypedSecrets(command: Command, { secrets }: Table): void {
  for (const name of Object.keys(byName(command)).filter((typed) => secrets.includes(typed))) {
    command.say(new SecretOption('--credential <NAME=VALUE>', '', variableOf(name)).warning);
  }
}

const byName = (command: Command): Credentials => command.opts().credential || {};

const variableOf = (name: string): string => `VEHICLE_LOOKUP_${name.toUpperCase()}`;

function credential(text: string, { credentials, secrets }: Table, earlier: object | ''): Credentials {
  const { name = '', value } = nameAndValue(text) ?? {};
  if (!value) throw new InvalidArgumentError('expected NAME=VALUE');
  if (secrets.includes(name)) addSecrets([value]);
  if (!credentials.includes(name)) {
    const hint = didYouMean(name, credentials) || `expected ${credentials.join(' or ')}`;
    throw new InvalidArgumentError(`the document has no credential of this name; ${hint}`);
  }
  if (Object.hasOwn(Object(earlier), name)) throw new InvalidArgumentError(`${name} is given twice; once is enough`);
  return { [name]: value };
}

const twice = (command: Command, { credentials }: Table): string[] =>
  credentials
    .filter((name) => name in byName(command) && command.getOptionValueSource(name) === 'cli')
    .map((name) => `--${name} and --credential give the same credential; once is enough`);

const missing = (command: Command, table: Table): string[] =>
  table.credentials
    .filter((name) => !credentialsOf(command, table)[name])
    .map((name) => `--${name} is missing; give it, or set ${variableOf(name)}`);

/** Every secret of this process, as soon as it is known: nothing is printed that holds one. */
const known = new Set<string>();

export const secrets = (): readonly string[] => [...known];

export function addSecrets(values: Iterable<string>): void {
  for (const value of values) known.add(value);
}
