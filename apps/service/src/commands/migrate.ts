import { Command } from '@vehicle-lookup/toolkit/command-line';
import { print } from '../command-line/output.ts';
import { dataStore, placeOf } from '../command-line/stores.ts';

export const command: Command = new Command('migrate')
  .description(
    'Prepare the data directory or the DATABASE_URL database, or upgrade it to this version, as `serve` does.',
  )
  .option('--dry-run', 'print the migrations that would run, without running them')
  .addHelpText(
    'after',
    `
Creates the directory if it is missing. If no migrations are pending, the tables do not change.
Run \`backup\` first: afterwards, an older version works only if all the migrations that ran have \`expand\` in their names.`,
  )
  .action(async ({ dryRun = false }, command) => {
    const store = await dataStore(command);
    const names = dryRun ? await store.accounts.pending() : await store.accounts.prepare();
    const text = names.length === 0 ? 'No migrations needed.' : `${dryRun ? 'would run' : 'ran'} ${names.join(', ')}`;
    print(
      command,
      { ...(process.env.DATABASE_URL ? {} : { dataDir: store.root }), [dryRun ? 'pending' : 'ran']: names },
      `${placeOf(store)}: ${text}`,
    );
  });
