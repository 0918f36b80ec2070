import { operationTable } from '@vehicle-lookup/contract';
import { Program, packageVersion } from '@vehicle-lookup/toolkit/command-line';
import { keyOf } from './account/account.ts';
import { loginCommand, usageCommand } from './account/account-commands.ts';
import { mcpCommand } from './mcp/mcp-command.ts';
import { operationCommand } from './operation-command.ts';
import { operations } from './operations.gen.ts';
import { commonOptions } from './options.ts';
import { reportCommand } from './report-command.ts';

/** Creates the command-line program, with a command for each operation. */
export function createProgram(): Program {
  const program: Program = new Program('vehicle-lookup', {
    version: packageVersion('@vehicle-lookup/cli', import.meta.url),
    credentials: operationTable.credentials,
    secrets: () => [keyOf(program.opts()), keyOf({})],
  })
    .description('The vehicle lookup API on the command line.')
    .usage('COMMAND [options]')
    .addHelpText('after', HELP)
    .configureHelp({
      subcommandTerm: (command) => [command, ...command.registeredArguments].map((one) => one.name()).join(' '),
    });
  for (const option of commonOptions()) program.addOption(option);
  for (const operation of operations) program.addCommand(operationCommand(operation));
  program.addCommand(reportCommand(operations));
  program.addCommand(loginCommand());
  program.addCommand(usageCommand());
  program.addCommand(mcpCommand(operations));
  return program;
}

const HELP = `
An operationId, such as getFluids, is also a command. The key is read from VEHICLE_LOOKUP_KEY, from
--key-file, or from the profile that login stored.

Exit codes: 0 success; 1 a request was rejected or failed, or the list or output of a batch was cut off; 2 invalid command
line; 3 the quota is exhausted, or the rate limit or --max-consultations has been reached; 4 some values of a batch or
sections of a report failed; 5 the credentials are invalid, or the plan does not include the operation; 6 not found; 130, 143 interrupted,
terminated, or not confirmed.`;
