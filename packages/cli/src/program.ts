import { operationTable } from '@vehicle-lookup/contract';
import { Argument, Command, Program, packageVersion } from '@vehicle-lookup/toolkit/command-line';
import { keyOf } from './account/account.ts';
import { loginCommand } from './account/login-command.ts';
import { usageCommand } from './account/usage-command.ts';
import { completionOf, SHELL_NAMES, scriptOf } from './completion.ts';
import { mcpCommand } from './mcp/mcp-command.ts';
import { operationCommand } from './operation-command.ts';
import { operations } from './operations.gen.ts';
import { commonOptions } from './options.ts';
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
      subcommandTerm: (command) => {
        const words = command.registeredArguments.filter(({ variadic }) => !variadic).map((one) => one.name());
        return [command.name(), ...words].join(' ');
      },
    });
  for (const option of commonOptions()) program.addOption(option);
  for (const operation of operations) program.addCommand(operationCommand(operation));
  program.addCommand(sheetCommand(operations));
  program.addCommand(loginCommand());
  program.addCommand(usageCommand());
  program.addCommand(mcpCommand(operations));
  program.addCommand(completionCommand());
  return program;
}

const HELP = `
An operationId, such as getFluids, is a command as well. The key comes from VEHICLE_LOOKUP_KEY, from --key-file,
or from what login has kept.

Exit codes: 0 success; 1 the service refused or failed, or the list or output of a batch broke off; 2 wrong command line;
3 the quota is exhausted, the rate is limited, or --max-consultations is reached; 4 some values of a batch, or parts of a
sheet, failed; 5 the credentials are wrong, or the plan does not include the operation; 6 not found; 130, 143 interrupted
or terminated, or not agreed to.`;

/** Creates the command that prints the completions of a shell: `source <(vehicle-lookup completion bash)`. */
const completionCommand = (): Command =>
  new Command('completion')
    .summary('Completions for a shell')
    .description(
      'Prints the completions of commands, options, values and files: source <(vehicle-lookup completion bash). ' +
        'What it prints asks "vehicle-lookup completion words -- =WORD ...".',
    )
    .argument('<SHELL>', SHELL_NAMES.join(', '))
    .addArgument(new Argument('[WORDS...]').default([]))
    .usage('SHELL [options]')
    .check(({ args: [shell, ...words] }) => [
      ...(shell === WORDS || SHELL_NAMES.includes(`${shell}`) ? [] : [`SHELL: expected ${SHELL_NAMES.join(', ')}`]),
      ...(shell !== WORDS && words.length > 0 ? ['completion takes SHELL and no more words'] : []),
    ])
    .action(function run(shell: string, words: string[]) {
      const program = this.root as Program;
      const typed = words.map((word) => word.replace(/^=/, ''));
      const found = shell === WORDS ? completionOf(program, typed) : [];
      const lines = found === 'files' ? ['files'] : ['words', ...found];
      process.stdout.write(`${scriptOf(shell, program.name()) ?? lines.join('\n')}\n`);
    });

/** In place of a shell: prints what the script of a shell asks for. */
const WORDS = 'words';
