import { Command, type Option, type Program } from '@vehicle-lookup/command-line';

type Script = (name: string, commands: string[], options: Option[]) => string;

const flagsOf = (options: Option[]): string => options.map(({ long }) => long).join(' ');

const SHELLS: Record<string, Script> = {
  bash: (name, commands, options) => `complete -W '${[...commands, flagsOf(options)].join(' ')}' ${name}`,
  zsh: (name, commands, options) =>
    `#compdef ${name}\ncompdef '_arguments "1:command:(${commands.join(' ')})" "*:option:(${flagsOf(options)})"' ${name}`,
  fish: (name, commands, options) =>
    [
      `complete -c ${name} -f -n __fish_use_subcommand -a '${commands.join(' ')}'`,
      ...options.map((option) => `complete -c ${name} -l ${option.name()}${fishValue(option)}`),
    ].join('\n'),
};

/** What fish offers as the value of an option: nothing without a value, one of its choices, or files. */
const fishValue = ({ required, argChoices }: Option): string =>
  argChoices ? ` -x -a '${argChoices.join(' ')}'` : required ? ' -r' : '';

/** Creates the command that prints the completions of a shell: `source <(vehicle-lookup completion bash)`. */
export const completionCommand = (): Command =>
  new Command('completion')
    .summary('Completions for a shell')
    .description('Prints the completions of commands and options: source <(vehicle-lookup completion bash).')
    .argument('<SHELL>', Object.keys(SHELLS).join(', '))
    .check((command) => {
      const [shell] = command.args;
      return shell === undefined || Object.hasOwn(SHELLS, shell)
        ? []
        : [`SHELL: expected ${Object.keys(SHELLS).join(', ')}`];
    })
    .action(function run(shell: string) {
      const program = this.root as Program;
      const all = [program, ...program.commands].flatMap(({ options }) => options);
      const visible = all.filter(({ long, hidden }) => long && !hidden);
      const options = [...new Map(visible.map((option) => [option.long, option])).values()];
      const commands = program.commands.map((command) => command.name());
      process.stdout.write(`${SHELLS[shell]?.(program.name(), commands, options)}\n`);
    });
