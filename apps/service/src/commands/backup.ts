import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, resolve, sep } from 'node:path';
import { Command, InvalidArgumentError, UserError } from '@vehicle-lookup/toolkit/command-line';
import { print } from '../command-line/output.ts';
import { dataDirectory, dataStore, recordChange } from '../command-line/stores.ts';

export const command: Command = new Command('backup')
  .description('Write accounts, usage and the catalogue to a single tar file, even while the service is running.')
  .argument('<FILE>', 'the tar file, which appears only when it is complete; an existing file is never replaced', path)
  .addHelpText(
    'after',
    `
To restore, stop the service and use a new directory:
  vehicle-lookup-service restore FILE --data-dir DIR
Consultations made after the backup are lost.`,
  )
  .action(async (file, _, command) => {
    const { backUp } = await import('../backup/backup.ts');
    rejectDataDirectory(dataDirectory(command), file);
    const backup = await backUp(await dataStore(command), file);
    const isRecorded = await recordChange(command, { file: basename(file), bytes: backup.bytes }).catch(() => false);
    const content =
      backup.catalogue === undefined ? 'accounts; no catalogue yet' : `accounts, catalogue ${backup.catalogue}`;
    const leftovers = backup.leftovers.map(
      (path) => `${path} belongs to a backup that was killed or is still running; if no backup is running, remove it`,
    );
    const text = `${backup.file}: ${content}; ${(backup.bytes / 1e6).toFixed(1)} MB`;
    const unrecorded =
      'the backup is complete, but `audit` does not list it: the accounts cannot be written; run doctor';
    print(
      command,
      { ...backup, recorded: isRecorded },
      [text, ...leftovers, ...(isRecorded ? [] : [unrecorded])].join('\n'),
    );
  });

/** Rejects a backup file inside the data directory, because a loss of this directory would also destroy the backup. */
function rejectDataDirectory(root: string, file: string): void {
  if (![root, dirname(file)].every((path) => existsSync(path))) return;
  if (!realpathSync(dirname(file)).concat(sep).startsWith(realpathSync(root).concat(sep))) return;
  throw new UserError(
    `${file} is in the data directory ${root}, so it would be lost together with that directory. Specify a path outside it, on a different disk if possible`,
  );
}

function path(text: string): string {
  if (text !== '-') return resolve(text);
  throw new InvalidArgumentError('expected the path of a file, got -; a backup is not written to standard output');
}
