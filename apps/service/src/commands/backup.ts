import { resolve } from 'node:path';
import { backUp } from '../backup/backup.ts';
import type { Command } from '../command.ts';
import { dataFolder } from '../data-folder.ts';
import { UserError } from '../user-error.ts';

export const command: Command = {
  summary: 'Write accounts, usage and the catalogue into one tar file; the service may run meanwhile.',
  positionals: 'FILE',
  options: {},
  help: `FILE is made whole or not at all and never replaced.
Restore, with the service stopped, into an empty folder:
  mkdir -m 700 data && tar -xf FILE -C data && vehicle-lookup-service doctor --data-dir data
Consultations that were made after the backup are forgotten.
`,
  async run({ words: [file = ''], dataDir, print }) {
    if (file === '-')
      throw new UserError('backup: expected the path of a file, got -; standard output is not written', 2);
    const backup = await backUp(dataFolder(dataDir), resolve(file));
    const what =
      backup.catalogue === undefined ? 'accounts; no catalogue yet' : `accounts, catalogue ${backup.catalogue}`;
    const left = backup.leftovers.map(
      (path) => `${path} is of a backup that was killed, or runs yet; if none runs, remove it`,
    );
    print(backup, [`${backup.file}: ${what}; ${(backup.bytes / 1e6).toFixed(1)} MB`, ...left].join('\n'));
  },
};
