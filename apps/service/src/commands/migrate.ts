import { Command } from '@vehicle-lookup/command-line';
import { dataStore, print } from '../command-line/global-options.ts';

export const command: Command = new Command('migrate')
  .description('Prepare the data directory, or bring it up to this version; serve does it at its start.')
  .addHelpText(
    'after',
    `
Makes the directory if it is missing; does nothing if all is done.
Run \`backup\` first: an older version refuses the directory afterwards.`,
  )
  .action(async (_, command) => {
    const { root, accounts } = await dataStore(command);
    const ran = await accounts.prepare();
    print(command, { dataDir: root, ran }, `${root}: ${ran.length === 0 ? 'nothing to do' : `ran ${ran.join(', ')}`}`);
  });
