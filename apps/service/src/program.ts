import { operationTable } from '@vehicle-lookup/contract';
import { Option, Program, packageVersion } from '@vehicle-lookup/toolkit/command-line';
import { command as account } from './commands/account.ts';
import { command as audit } from './commands/audit.ts';
import { command as backup } from './commands/backup.ts';
import { command as catalogue } from './commands/catalogue.ts';
import { command as doctor } from './commands/doctor.ts';
import { command as importCommand } from './commands/import.ts';
import { command as key } from './commands/key.ts';
import { command as migrate } from './commands/migrate.ts';
import { command as plan } from './commands/plan.ts';
import { command as restore } from './commands/restore.ts';
import { command as serve } from './commands/serve.ts';
import { command as usage } from './commands/usage.ts';

const commands = [account, audit, backup, catalogue, doctor, importCommand, key, migrate, plan, restore, serve, usage];

/** Returns the command-line program of the service. */
export function createProgram(): Program {
  const program = new Program('vehicle-lookup-service', {
    version: packageVersion('@vehicle-lookup/service', import.meta.url),
    credentials: operationTable.credentials,
  })
    .description('The reference service for the vehicle lookup API, with a catalogue, accounts, plans and usage.')
    .addOption(new Option('--data-dir <DIR>', 'the data directory').env('VEHICLE_LOOKUP_DATA_DIR').default('./data'))
    .addOption(new Option('--json', 'print one JSON value instead of text'));
  for (const command of commands) program.addCommand(command);
  return program;
}
