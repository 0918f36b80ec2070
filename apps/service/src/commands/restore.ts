import { basename, resolve } from 'node:path';
import { Command } from '@vehicle-lookup/toolkit/command-line';
import { print } from '../command-line/output.ts';
import { dataStore, placeOf, recordChange } from '../command-line/stores.ts';

export const command: Command = new Command('restore')
  .summary('Restore a backup into a new data directory, or its accounts into an empty PostgreSQL database.')
  .description(
    'Unpacks a backup into a new or empty data directory, and checks the data. With DATABASE_URL, accounts and usage go into ' +
      'that database, which must not contain accounts.',
  )
  .argument('<FILE>', 'a tar file from `backup`', (text) => resolve(text))
  .addHelpText(
    'after',
    `
First, stop the service and move its data directory. Run this command as the user that runs the service.
Consultations made after the backup are lost, and keys revoked after the backup are valid again.`,
  )
  .action(async (file, _, command) => {
    const { restore } = await import('../backup/restore.ts');
    const store = await dataStore(command);
    const restored = await restore(store.root, file, process.env.DATABASE_URL ? store.accounts : undefined);
    const { root, catalogue = null, migrations } = restored;
    const lines = [
      `${placeOf(store)}: restored and checked accounts and usage`,
      catalogue === null
        ? 'The backup has no catalogue: the service is not ready until you run: import FILE'
        : `${root}: catalogue ${catalogue}`,
    ];
    if (migrations.length > 0)
      lines.push(`The backup is from an older version; these migrations ran: ${migrations.join(', ')}.`);
    print(command, { ...restored, catalogue }, lines.join('\n'));
    await recordChange(command, { file: basename(file) });
  });
