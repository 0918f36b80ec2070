import { join } from 'node:path';
import { Program } from '@vehicle-lookup/command-line';
import { operationTable } from '@vehicle-lookup/contract';
import { secrets } from './command-line/credentials.ts';
import { suiteVersion } from './suite-version.ts';

const program = new Program('vehicle-lookup-contract', {
  version: suiteVersion(),
  secrets,
  credentials: operationTable.credentials,
  failure: { text: 'the suite itself failed, so there is no verdict', exitCode: 2 },
})
  .description('Verifies a service against the contract: every operation, declared status and envelope.')
  .addHelpText(
    'after',
    `
Exit code: 0 conformant, 1 not conformant, 2 no verdict (wrong usage, or the service does not answer), 3 the budget
would be exceeded, 4 a required cell was not observed.`,
  );
await program.addCommandsFrom(join(import.meta.dirname, 'command-line/commands'));
await program.main();
