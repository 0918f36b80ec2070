import type { Command, Option } from '@vehicle-lookup/toolkit/command-line';
import { type AccountChoice, addressOf } from './account/account.ts';
import { readBrands } from './account/brands.ts';

/** What a shell offers for a word: words, or the files of its directory. */
export type Completion = string[] | 'files';

/**
 * What may follow on a command line.
 * @param typed the words behind the program's name; the last one is the word to complete, and may be empty
 */
export function completionOf(program: Command, typed: readonly string[]): Completion {
  const current = typed.at(-1) ?? '';
  const before = typed.slice(0, -1);
  const command = commandIn(program, before);
  const options = [...(command ? program.options : []), ...(command?.options ?? [])].filter(({ hidden }) => !hidden);
  const found = candidates({ program, command, options, before, current });
  return found === 'files' ? found : found.filter((word) => word.startsWith(current)).sort();
}

interface Position {
  program: Command;
  /** The command that was typed, if any. */
  command: Command | undefined;
  options: readonly Option[];
  before: readonly string[];
  current: string;
}

function candidates({ program, command, options, before, current }: Position): Completion {
  const last = before.at(-1) ?? '';
  const pending = options.find(({ long, required }) => long === last && required);
  if (pending) return pending.argChoices ?? (pending.flags.includes('<FILE>') ? 'files' : []);
  if (last === '--') return [];
  if (current.startsWith('-')) {
    const unused = options.flatMap(({ long }) => (long && !before.includes(long) ? long : []));
    return [...unused, '--help', ...(command ? [] : ['--version'])];
  }
  const names = program.commands.map((one) => one.name());
  if (!command) return before.includes('help') ? names : [...names, 'help'];
  if (command.name() === 'completion') return SHELL_NAMES;
  const isBrand = command.registeredArguments[0]?.name() === 'BRAND' && last === commandWord(command, before);
  return isBrand ? readBrands(addressOf({ ...program.opts(), ...accountIn(program, before) })) : [];
}

/** The command among words; values of options are not commands. */
function commandIn(program: Command, words: readonly string[]): Command | undefined {
  const known = program.commands as readonly Command[];
  return words
    .filter((_, index) => !program.options.some(({ long, required }) => required && long === words[index - 1]))
    .map((word) => known.find((one) => one.name() === word || one.alias() === word))
    .find((one) => one !== undefined);
}

/** The options among words that choose the account. */
function accountIn(program: Command, words: readonly string[]): AccountChoice {
  const pairs = ['baseUrl', 'user', 'profile'].flatMap((name): [string, string][] => {
    const long = program.options.find((one) => one.attributeName() === name)?.long ?? '';
    const value = words[words.lastIndexOf(long) + 1];
    return words.includes(long) && value ? [[name, value]] : [];
  });
  return Object.fromEntries(pairs);
}

const commandWord = (command: Command, words: readonly string[]): string | undefined =>
  words.find((word) => word === command.name() || word === command.alias());

/** A script that asks this program for the words of a command line: `completion words -- =WORD…`. The sign keeps an empty word. */
type Script = (name: string) => string;

const SCRIPTS: Record<string, Script> = {
  bash: (name) => `_vehicle_lookup() {
  local IFS=$'\\n' reply words=("\${COMP_WORDS[@]:1:COMP_CWORD}")
  reply=($(${name} completion words -- "\${words[@]/#/=}" 2>/dev/null))
  if [[ \${reply[0]} == files ]]; then
    compopt -o filenames 2>/dev/null
    COMPREPLY=($(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}"))
  else
    COMPREPLY=("\${reply[@]:1}")
  fi
}
complete -F _vehicle_lookup ${name}`,
  zsh: (name) => `#compdef ${name}
_vehicle_lookup() {
  local -a reply typed
  typed=("\${(@)words[2,CURRENT]}")
  reply=("\${(@f)$(${name} completion words -- "\${(@)typed/#/=}" 2>/dev/null)}")
  if [[ $reply[1] == files ]]; then
    _files
  elif (( $#reply > 1 )); then
    compadd -- "\${(@)reply[2,-1]}"
  fi
}
if [[ $funcstack[1] == _${name} ]]; then _vehicle_lookup; else compdef _vehicle_lookup ${name}; fi`,
  fish: (name) => `function __vehicle_lookup
  set -l current (commandline -ct)
  set -l words (commandline -opc)
  set -l reply (${name} completion words -- =$words[2..-1] "=$current" 2>/dev/null)
  if test "$reply[1]" = files
    __fish_complete_path "$current"
  else
    printf '%s\\n' $reply[2..-1]
  end
end
complete -c ${name} -f -a '(__vehicle_lookup)'`,
};

/** The shells with completions. */
export const SHELL_NAMES: string[] = Object.keys(SCRIPTS);

/** The script for a shell; undefined for another one. */
export const scriptOf = (shell: string, name: string): string | undefined =>
  Object.hasOwn(SCRIPTS, shell) ? SCRIPTS[shell]?.(name) : undefined;
