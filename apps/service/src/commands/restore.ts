import { basename, resolve } from 'node:path';
import { Argument, Command } from '@vehicle-lookup/toolkit/command-line';
import { print } from '../command-line/output.ts';
import { recordChange } from '../command-line/stores.ts';

export const command: Command = new Command('restore')
  .description('Unpack a backup into a new or empty data directory, and check it.')
  .addArgument(new Argument('<FILE>', 'the tar file of `backup`').argParser((text) => resolve(text)))
  .addHelpText(
    'after',
    `
Stop the service and move its data directory away first. Run it as the user of the service.
Consultations made after the backup are forgotten, and keys revoked after it are valid again.`,
  )
  .action(async (file, _, command) => {
    const [{ restore }, { openFiles }] = await Promise.all([
      import('../backup/restore.ts'),
      import('../data-store/open-data-store.ts'),
    ]);
    const restored = await restore(resolve(command.optsWithGlobals().dataDir), file, openFiles);
    await recordChange(command, { file: basename(file) }, openFiles(restored.root).accounts);
    const content =
      restored.catalogue === undefined
        ? 'accounts. The backup has no catalogue: the service is not ready until you run `import FILE`'
        : `accounts, catalogue ${restored.catalogue}; nothing is wrong with them`;
    print(
      command,
      { ...restored, catalogue: restored.catalogue ?? null },
      `${restored.root}: ${content}${ran(restored.migrations)}`,
    );
  });

const ran = (migrations: readonly string[]): string =>
  migrations.length === 0 ? '' : `. The backup is of an older version, so it ran ${migrations.join(', ')}`;
