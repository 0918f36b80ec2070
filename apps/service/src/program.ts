import { join } from 'node:path';
import { Option, Program, packageVersion } from '@vehicle-lookup/command-line';
import { operationTable } from '@vehicle-lookup/contract';

/** The command line of the service, with every file of commands/ as a command. */
export async function createProgram(): Promise<Program> {
  const program = new Program('vehicle-lookup-service', {
    version: packageVersion('@vehicle-lookup/service', import.meta.url),
    credentials: operationTable.credentials,
  })
    .description('The reference service of the vehicle lookup interface: catalogue, accounts, plans and quota.')
    .addOption(new Option('--data-dir <DIR>', 'the data directory').env('VEHICLE_LOOKUP_DATA_DIR').default('./data'))
    .addOption(new Option('--json', 'print one JSON value instead of text'));
  return program.addCommandsFrom(join(import.meta.dirname, 'commands'));
}
