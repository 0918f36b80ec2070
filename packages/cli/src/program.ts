import { Command, type Option, Program, packageVersion } from '@vehicle-lookup/command-line';
import { operationTable } from '@vehicle-lookup/operations';
import { operationCommand } from './operation-command.ts';
import { operations } from './operations.gen.ts';
import { commonOptions, keyOf } from './options.ts';
import { sheetCommand } from './sheet-command.ts';

/** Creates the command line: a command for each operation. */
export function createProgram(): Program {
  const program: Program = new Program('vehicle-lookup', {
    version: packageVersion('@vehicle-lookup/cli', import.meta.url),
    credentials: operationTable.credentials,
    secrets: () => [keyOf(program.opts()), keyOf({})],
  })
    .description('The vehicle lookup interface on the command line.')
    .usage('COMMAND [options]')
    .addHelpText('after', HELP)
    .configureHelp({
      subcommandTerm: (command) => [command.name(), ...command.registeredArguments.map((one) => one.name())].join(' '),
    });
  for (const option of commonOptions()) program.addOption(option);
  for (const operation of operations) program.addCommand(operationCommand(operation));
  program.addCommand(sheetCommand(operations));
  program.addCommand(completionCommand());
  return program;
}

const HELP = `
An operationId, such as getFluids, is a command as well. The key comes from VEHICLE_LOOKUP_KEY or from --key-file.

Exit codes: 0 success; 1 the service refused or failed, or the list or output of a batch broke off; 2 wrong command line;
3 the quota is exhausted or the rate is limited; 4 some values of a batch, or parts of a sheet, failed; 5 the credentials
are wrong, or the plan does not include the operation; 6 not found; 130, 143 interrupted or terminated.`;

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
const completionCommand = (): Command =>
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
