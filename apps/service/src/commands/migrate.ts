import { prepareAccounts } from '../accounts/open.ts';
import type { Command } from '../command.ts';
import { dataFolder } from '../data-folder.ts';

export const command: Command = {
  summary: 'Prepare the data folder, or bring it up to this version; serve does it at its start.',
  positionals: '',
  options: {},
  help: `Makes the folder where it is missing; does nothing where all is done.
Run \`backup\` first: an older version refuses the folder afterwards.`,
  async run({ dataDir, print }) {
    const folder = dataFolder(dataDir);
    const ran = await prepareAccounts(folder);
    const done = ran.length === 0 ? 'nothing to do' : `ran ${ran.join(', ')}`;
    print({ dataDir: folder.root, ran }, `${folder.root}: ${done}`);
  },
};
