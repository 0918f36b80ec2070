import { resolve } from 'node:path';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import type { Command } from './command.ts';
import { commandNames, loadCommand } from './command-list.ts';
import { didYouMean, shown } from './suggest.ts';
import { UserError } from './user-error.ts';
import { checkWords } from './words.ts';

const BIN = 'vehicle-lookup-service';

/** Flags of every command. */
const COMMON = {
  'data-dir': { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} satisfies ParseArgsOptionsConfig;

/**
 * Runs what a command line asks for; without words it prints the list of commands.
 * @throws UserError with code 2 where it was asked for wrongly, or what the command throws
 */
export async function runCommandLine(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const [name, ...rest] = args;
  if (name === undefined || name === '--help' || name === '-h') {
    console.log(await list());
    return;
  }
  const names = commandNames();
  if (name.startsWith('-')) {
    throw new UserError(`a command comes first, then its flags; expected one of ${names.join(', ')}`, 2);
  }
  if (!names.includes(name)) {
    const hint = didYouMean(name, names) || `expected one of ${names.join(', ')}.`;
    throw new UserError(`there is no command${shown(name)}; ${hint} See ${BIN} --help`, 2);
  }
  await runCommand(name, rest, env);
}

async function runCommand(name: string, args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const command = await loadCommand(name);
  if (asksForHelp(args)) {
    console.log(help(name, command));
    return;
  }
  const { values, positionals } = read(name, command, args);
  checkWords(positionals, command.positionals, name);
  const { 'data-dir': folder = env.VEHICLE_LOOKUP_DATA_DIR || './data', json = false, ...flags } = values;
  if (folder === '') throw new UserError('--data-dir: expected a folder, got an empty text', 2);
  await command.run({
    words: positionals,
    flags: flags as Record<string, string | boolean | undefined>,
    dataDir: resolve(String(folder)),
    json: json === true,
    print: (value, text) => console.log(json === true ? JSON.stringify(value, null, 2) : text),
  });
}

/** Help wins over everything else that may be wrong, unless it comes behind `--`. */
const asksForHelp = (args: string[]): boolean => {
  const end = args.indexOf('--');
  return args.slice(0, end < 0 ? args.length : end).some((word) => word === '--help' || word === '-h');
};

/** @throws UserError whose text repeats no value: it may be a key in the wrong place */
function read(name: string, command: Command, args: string[]): ReturnType<typeof parseArgs> {
  const options: ParseArgsOptionsConfig = { ...command.options, ...COMMON };
  const { tokens } = parseArgs({ args, options, strict: false, allowPositionals: true, tokens: true });
  const seen = new Set<string>();
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const fault = faultOf(token, options);
    if (fault) throw new UserError(`${name}: ${fault} See ${BIN} ${name} --help`, 2);
    if (seen.has(token.name) && options[token.name]?.multiple !== true) {
      throw new UserError(`${name}: --${token.name} is given twice; once is enough. See ${BIN} ${name} --help`, 2);
    }
    seen.add(token.name);
  }
  return parseArgs({ args, options, allowPositionals: true });
}

function faultOf(
  { name, rawName, value, inlineValue }: { name: string; rawName: string; value?: unknown; inlineValue?: unknown },
  options: ParseArgsOptionsConfig,
): string | undefined {
  const option = Object.hasOwn(options, name) ? options[name] : undefined;
  if (!option) {
    const hint =
      didYouMean(
        `--${name}`,
        Object.keys(options).map((known) => `--${known}`),
      ) ||
      `expected one of ${Object.keys(options)
        .map((known) => `--${known}`)
        .join(', ')}.`;
    return `there is no flag${shown(rawName)}; ${hint}`;
  }
  if (option.type === 'boolean') return value === undefined ? undefined : `--${name} takes no value.`;
  if (value === undefined || (inlineValue !== true && String(value).startsWith('-') && value !== '-')) {
    // Spelt out it would be masked: what stands behind `user=` is taken for a credential.
    return `--${name} needs a value; where that begins with a dash, write = before it, without a blank.`;
  }
  return undefined;
}

async function list(): Promise<string> {
  const commands = await Promise.all(commandNames().map(async (name) => [name, await loadCommand(name)] as const));
  const width = Math.max(0, ...commands.map(([name]) => name.length));
  return [
    `${BIN} COMMAND [FLAGS]`,
    '',
    ...commands.map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    'Every command has --help, --json and --data-dir DIR (./data, or VEHICLE_LOOKUP_DATA_DIR).',
  ].join('\n');
}

function help(name: string, command: Command): string {
  const usage = [BIN, name, command.positionals, '[FLAGS]'].filter((part) => part !== '').join(' ');
  const own = command.help.trim() === '' ? [] : command.help.replace(/^\n+|\s+$/g, '').split('\n');
  return [
    usage,
    '',
    command.summary,
    '',
    ...own.map((line) => (line === '' || line.startsWith(' ') ? line : `  ${line}`)),
    '  --data-dir DIR   the data folder (./data, or VEHICLE_LOOKUP_DATA_DIR)',
    '  --json           print one JSON value instead of text',
    '  --help           this text',
  ].join('\n');
}
