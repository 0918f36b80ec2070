import { operationTable } from '@vehicle-lookup/contract';
import { Program } from '@vehicle-lookup/toolkit/command-line';
import { command as explain } from './command-line/commands/explain.ts';
import { command as judge } from './command-line/commands/judge.ts';
import { command as replay } from './command-line/commands/replay.ts';
import { command as verify } from './command-line/commands/verify.ts';
import { secrets } from './command-line/credentials.ts';
import { suiteVersion } from './suite-version.ts';

/** The command `vehicle-lookup-contract`. */
export const program: Program = new Program('vehicle-lookup-contract', {
  version: suiteVersion(),
  secrets,
  credentials: operationTable.credentials,
  failure: { text: 'the suite itself failed, so there is no verdict', exitCode: 2 },
})
  .description('Verifies a service against the contract: every operation, declared status and envelope.')
  .addHelpText(
    'after',
    `
Exit code: 0 conformant, 1 not conformant, 2 no verdict (usage error, or no response), 3 the budget
would be exceeded, 4 a required cell was not observed.`,
  );
for (const command of [explain, judge, replay, verify]) program.addCommand(command);
