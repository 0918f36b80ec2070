import { parseArgs } from 'node:util';
import { CommandError } from './command-error.ts';
import { commandName, findOperation } from './commands.ts';
import { FLAGS, type FlagName, type Flags, flagNames } from './flags.ts';
import type { Operation } from './operation.ts';
import { expected, shown } from './suggest.ts';

/** What a command line asks for. */
export type Request =
  | { kind: 'help'; operation?: Operation }
  | { kind: 'version' }
  | { kind: 'call'; operation: Operation; words: string[]; flags: Flags }
  | { kind: 'batch'; operation: Operation; from: string; flags: Flags };

const options = Object.fromEntries(
  flagNames.map((name) => [name, { type: FLAGS[name].value ? 'string' : 'boolean' } as const]),
);

/**
 * Reads the words behind the program's name.
 * @throws CommandError that repeats no long word, as it may be a key in the wrong place
 */
export function readCommandLine(args: readonly string[]): Request {
  const { tokens } = parseArgs({
    args: [...args],
    options: { ...options, help: { type: 'boolean', short: 'h' } },
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const words = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []));
  const given = tokens.filter((token) => token.kind === 'option');
  const [word, ...rest] = words;
  if (word === 'help' || given.some(({ name }) => name === 'help') || args.length === 0) {
    const topic = word === 'help' ? rest[0] : word;
    return topic === undefined ? { kind: 'help' } : { kind: 'help', operation: findOperation(topic) };
  }
  const flags = readFlags(given);
  if (flags.version) return { kind: 'version' };
  if (word === undefined) throw new CommandError('a command is missing. See vehicle-lookup --help');
  const operation = findOperation(word);
  checkTogether(operation, rest, flags);
  if (flags.from === undefined) return { kind: 'call', operation, words: rest, flags };
  // As --from - is standard input.
  if (flags.output === '-') delete flags.output;
  return { kind: 'batch', operation, from: flags.from, flags };
}

interface GivenFlag {
  name: string;
  rawName: string;
  value?: string | undefined;
  inlineValue?: boolean | undefined;
}

function readFlags(given: GivenFlag[]): Flags {
  const flags: Record<string, string | true> = {};
  for (const { name, rawName, value, inlineValue } of given) {
    if (name === 'key') {
      throw new CommandError(
        '--key: a key on the command line is seen by everyone on this machine and stays in the history of the shell. ' +
          'Put it in VEHICLE_LOOKUP_KEY, or in a file: --key-file FILE',
      );
    }
    if (!rawName.startsWith('--')) {
      throw new CommandError(
        `${shown(rawName)} begins with a dash, but flags begin with two; a value that does stands behind --, ` +
          'as in vehicle-lookup COMMAND -- VALUE',
      );
    }
    if (!isFlag(name)) {
      const hint = expected(
        `--${name}`,
        flagNames.map((known) => `--${known}`),
      );
      throw new CommandError(`there is no flag ${shown(rawName)}; ${hint} See vehicle-lookup --help`);
    }
    if (Object.hasOwn(flags, name)) throw new CommandError(`--${name} is given twice; once is enough`);
    const takes = FLAGS[name].value;
    if (takes === undefined && value !== undefined) throw new CommandError(`--${name} takes no value`);
    if (takes !== undefined && (value === undefined || value === '')) {
      throw new CommandError(`--${name} needs a value: --${name} ${takes}`);
    }
    if (takes !== undefined && inlineValue !== true && value?.startsWith('-') && value !== '-') {
      throw new CommandError(`--${name} needs a value; write --${name}=${takes} where it begins with a dash`);
    }
    flags[name] = takes === undefined ? true : (value ?? '');
  }
  return flags as Flags;
}

const isFlag = (name: string): name is FlagName => Object.hasOwn(FLAGS, name);

/** Whether words and flags fit the operation and each other. */
function checkTogether(operation: Operation, words: string[], flags: Flags): void {
  const command = commandName(operation);
  const usage = usageOf(operation);
  const hint = `See vehicle-lookup ${command} --help`;
  if (flags.json && flags.raw) throw new CommandError('--json and --raw: give one of them');
  if (flags.from !== undefined) {
    if (operation.inputs.length !== 1) {
      throw new CommandError(`${command}: --from gives one value a request, but it takes ${usage || 'none'}. ${hint}`);
    }
    if (words.length > 0) throw new CommandError(`${command}: either ${usage} or --from FILE, not both. ${hint}`);
    if (flags.resume && (flags.output ?? '-') === '-') {
      throw new CommandError('--resume goes on with a file: name it with --output FILE');
    }
    return;
  }
  const stray = flagNames.find((name) => FLAGS[name].batch && flags[name] !== undefined);
  if (stray)
    throw new CommandError(`${command}: --${stray} belongs to a batch, which is started by --from FILE. ${hint}`);
  if (words.length < operation.inputs.length) {
    const missing = operation.inputs[words.length]?.name.toUpperCase();
    throw new CommandError(`${command}: ${missing} is missing; expected vehicle-lookup ${command} ${usage}`);
  }
  if (words.length > operation.inputs.length) {
    const more = operation.inputs.length === 1 ? ' Several values are a batch: --from FILE.' : '';
    throw new CommandError(
      `${command}: takes ${usage || 'no words'}, got ${words.length === 1 ? '1 word' : `${words.length} words`}.${more} ${hint}`,
    );
  }
}

/** What stands behind a command: `BRAND MODEL`. */
export const usageOf = ({ inputs }: Operation): string => inputs.map(({ name }) => name.toUpperCase()).join(' ');
