import type { Command, CommanderError } from 'commander';
import { UsageError } from './errors.ts';
import { didYouMean, expected, shown } from './suggest.ts';

/** Returns the full name of a command: `vehicle-lookup-service account create`. */
export const commandPath = (command: Command): string =>
  [...(command.parent ? [commandPath(command.parent)] : []), command.name()].join(' ');

/** Messages by commander error code. The messages of commander itself repeat the typed values. */
const TEXTS: Record<string, (command: Command, message: string) => string> = {
  'commander.unknownCommand': (command) => unknownCommand(command, command.args[0]),
  'commander.unknownOption': (command) => unknownFlag(command),
  'commander.missingArgument': (command) => {
    const missing = command.registeredArguments[command.args.length];
    return `${missing?.name()} is missing; expected ${commandPath(command)} ${wordsOf(command)}`;
  },
  'commander.excessArguments': (command) => {
    const { args, registeredArguments } = command;
    const takes =
      registeredArguments.length === 0 ? 'no arguments, only flags' : `${wordsOf(command)} and no more arguments`;
    return `${command.name()} accepts ${takes}; got ${shown(args[registeredArguments.length] ?? '') || 'another argument'}`;
  },
  'commander.optionMissingArgument': (command, message) => {
    const { flags, long } = flagIn(command, message) ?? {};
    return `${long} requires a value: ${flags}`;
  },
  'commander.missingMandatoryOptionValue': (command, message) => {
    const { flags = '', long, envVar } = flagIn(command, message) ?? {};
    return `${long} is missing; give ${flags}${envVar ? `, or set ${envVar}` : ''}`;
  },
  // This message contains only the names of flags and variables.
  'commander.conflictingOption': (_, message) =>
    message.replace(/^error: /, '').replace(/option '(--[\w-]+)[^']*'/g, '$1'),
};

/** Returns the error to throw for a commander error. Exit code 0, as for --help, is not an error. */
export function usageError(command: Command, error: CommanderError): Error {
  if (error.exitCode === 0) return error;
  return new UsageError(TEXTS[error.code]?.(command, error.message) ?? 'the command line cannot be parsed');
}

/** Returns the error for a group of commands that is called without a command, or for `help` with an unknown command. */
export function commandMissing(command: Command): UsageError {
  const [word, topic] = command.args;
  if (word !== undefined) return new UsageError(unknownCommand(command, topic));
  return new UsageError(`a command is missing; expected one of ${commandNames(command).join(', ')}`);
}

function unknownCommand(command: Command, typed = ''): string {
  const quoted = shown(typed);
  const aliases = command.commands.flatMap((one) => one.aliases());
  const hint = didYouMean(typed, [...commandNames(command), ...aliases]) || expected('', commandNames(command));
  return `unknown command${quoted && ` ${quoted}`}; ${hint}`;
}

function unknownFlag(command: Command): string {
  const { args, commands } = command;
  if (commands.length > 0) return `put the command before its flags; ${expected('', commandNames(command))}`;
  const typed = args.find((word) => word.startsWith('-') && !/^-[\d.]/.test(word)) ?? '';
  const [name = ''] = typed.split('=');
  const quoted = shown(name) && ` ${shown(name)}`;
  if (!name.startsWith('--')) {
    const example = `${commandPath(command)} -- VALUE`;
    return `unknown flag${quoted}; flags begin with two dashes; put a value that begins with a dash after "--": ${example}`;
  }
  const known = flagsOf(command);
  return known.includes(name) ? `${name} accepts no value` : `unknown flag${quoted}; ${expected(name, known)}`;
}

const commandNames = (command: Command): string[] =>
  command
    .createHelp()
    .visibleCommands(command)
    .map((known) => known.name());

/** Returns the flags of a command, including the flags of its parent commands. */
const flagsOf = (command: Command): string[] => {
  const help = command.createHelp();
  const options = [...help.visibleOptions(command), ...help.visibleGlobalOptions(command)];
  return options.flatMap(({ long }) => long ?? []);
};

/** Returns the option in a commander message, which contains the flags of the option as declared. */
const flagIn = (command: Command, message: string): Command['options'][number] | undefined =>
  command.options.find(({ flags }) => message.includes(`'${flags}'`));

/** Returns the arguments of a command, as in its usage line: `FILE [LINES]`. */
const wordsOf = ({ registeredArguments }: Command): string =>
  registeredArguments.map((argument) => (argument.required ? argument.name() : `[${argument.name()}]`)).join(' ');
