import { readFileSync } from 'node:fs';
import { usageOf } from './command-line.ts';
import { commandName } from './commands.ts';
import { FLAGS, type FlagName, flagNames } from './flags.ts';
import type { Operation } from './operation.ts';
import { operations } from './operations.gen.ts';

/** The version of this package. */
export const version = (): string =>
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version;

/** All commands, or one of them with its flags. */
export const helpText = (operation?: Operation): string => (operation ? commandHelp(operation) : programHelp());

function programHelp(): string {
  const rows = operations.map((operation) => [
    [commandName(operation), usageOf(operation)].join(' ').trim(),
    operation.summary,
  ]);
  return [
    'vehicle-lookup COMMAND [WORDS] [FLAGS]',
    '',
    ...aligned(rows),
    '',
    'An operationId is a command as well. Each command has --help; help COMMAND shows the same.',
    'Address and account: VEHICLE_LOOKUP_BASE_URL, VEHICLE_LOOKUP_USER, VEHICLE_LOOKUP_KEY.',
    '',
    'Exit codes: 0 it went well; 1 the service refused or failed, or the list or output of a batch broke off; 2 asked for',
    'wrongly; 3 the quota is exhausted or the rate is limited; 4 some values of a batch failed; 130 interrupted.',
  ].join('\n');
}

function commandHelp(operation: Operation): string {
  const name = commandName(operation);
  const isBatch = operation.inputs.length === 1;
  const flags = flagNames.filter((flag) => isBatch || !FLAGS[flag].batch);
  return [
    ['vehicle-lookup', name, usageOf(operation), '[FLAGS]'].filter((part) => part !== '').join(' '),
    ...(isBatch ? [`vehicle-lookup ${name} --from FILE [--output FILE [--resume]] [FLAGS]`] : []),
    '',
    operation.description || operation.summary,
    '',
    ...aligned(operation.inputs.map((input) => [input.name.toUpperCase(), input.description])),
    ...aligned(flags.map((flag) => [written(flag), FLAGS[flag].help])),
  ].join('\n');
}

const written = (name: FlagName): string => [`--${name}`, FLAGS[name].value].join(' ').trim();

function aligned(rows: string[][]): string[] {
  const width = Math.max(0, ...rows.map(([left = '']) => left.length), 18);
  return rows.map(([left = '', right = '']) => `  ${left.padEnd(width)}  ${right}`.trimEnd());
}
