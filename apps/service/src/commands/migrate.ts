import { Command } from '@vehicle-lookup/toolkit/command-line';
import { print } from '../command-line/output.ts';
import { dataStore, recordChange } from '../command-line/stores.ts';

export const command: Command = new Command('migrate')
  .description(
    'Prepare the data directory, or the database of DATABASE_URL, or bring it up to this version; serve does it, too.',
  )
  .addHelpText(
    'after',
    `
Makes the directory if it is missing; does nothing if all is done.
Run \`backup\` first: an older version rejects the directory afterwards, and a database only if a migration removed
a column or table that it needs.`,
  )
  .action(async (_, command) => {
    const { root, accounts } = await dataStore(command);
    const ran = await accounts.prepare();
    if (ran.length > 0) await recordChange(command, { ran: ran.join(',') });
    const isDatabase = Boolean(process.env.DATABASE_URL);
    const place = isDatabase ? 'the database of DATABASE_URL' : root;
    print(
      command,
      { ...(isDatabase ? {} : { dataDir: root }), ran },
      `${place}: ${ran.length === 0 ? 'nothing to do' : `ran ${ran.join(', ')}`}`,
    );
  });
