import { resolve } from 'node:path';
import { Argument, Command, InvalidArgumentError } from '@vehicle-lookup/toolkit/command-line';
import { print } from '../command-line/output.ts';
import { dataStore } from '../command-line/stores.ts';

export const command: Command = new Command('backup')
  .description('Write accounts, usage and the catalogue into one tar file; the service may run meanwhile.')
  .addArgument(
    new Argument('<FILE>', 'the tar file; it appears complete or not at all, and is never replaced').argParser(path),
  )
  .addHelpText(
    'after',
    `
To restore, stop the service and give a new directory:
  vehicle-lookup-service restore FILE --data-dir DIR
Consultations made after the backup are lost.`,
  )
  .action(async (file, _, command) => {
    const { backUp } = await import('../backup/backup.ts');
    const backup = await backUp(await dataStore(command), file);
    const content =
      backup.catalogue === undefined ? 'accounts; no catalogue yet' : `accounts, catalogue ${backup.catalogue}`;
    const leftovers = backup.leftovers.map(
      (path) => `${path} belongs to a backup that was killed or is still running; if none is running, remove it`,
    );
    const text = `${backup.file}: ${content}; ${(backup.bytes / 1e6).toFixed(1)} MB`;
    print(command, backup, [text, ...leftovers].join('\n'));
  });

function path(text: string): string {
  if (text !== '-') return resolve(text);
  throw new InvalidArgumentError('expected the path of a file, got -; a backup is not written to standard output');
}
