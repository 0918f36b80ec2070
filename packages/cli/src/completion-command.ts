import { Command, type Program } from '@vehicle-lookup/command-line';

const SHELLS: Record<string, (name: string, commands: string[], flags: string[]) => string> = {
  bash: (name, commands, flags) => `complete -W '${[...commands, ...flags].join(' ')}' ${name}`,
  zsh: (name, commands, flags) =>
    `#compdef ${name}\ncompdef '_arguments "1:command:(${commands.join(' ')})" "*:option:(${flags.join(' ')})"' ${name}`,
  fish: (name, commands, flags) =>
    [
      `complete -c ${name} -f -n __fish_use_subcommand -a '${commands.join(' ')}'`,
      ...flags.map((flag) => `complete -c ${name} -l ${flag.replace(/^--/, '')}`),
    ].join('\n'),
};

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
      const flags = [...new Set(all.flatMap(({ long, hidden }) => (long && !hidden ? [long] : [])))];
      const commands = program.commands.map((command) => command.name());
      process.stdout.write(`${SHELLS[shell]?.(program.name(), commands, flags)}\n`);
    });
