import { Command, UserError } from '@vehicle-lookup/toolkit/command-line';
import { print } from '../command-line/output.ts';
import { dataDirectory, dataStore, recordChange } from '../command-line/stores.ts';

const copy = new Command('copy')
  .summary('Copy accounts, keys, plans and usage from a data directory to PostgreSQL.')
  .description('Copies accounts, keys, plans and usage from the data directory to the PostgreSQL of DATABASE_URL.')
  .addHelpText(
    'after',
    `
The database must have no accounts yet; it is prepared if it is empty. Stop the service that uses the data directory first:
consultations that it charges later would be missing in the copy.`,
  )
  .action(async (_, command) => {
    if (!process.env.DATABASE_URL) throw new UserError('Set DATABASE_URL to the address of the PostgreSQL');
    const { openFiles } = await import('../data-store/open-data-store.ts');
    const [files, shared] = [openFiles(dataDirectory(command)).accounts, (await dataStore(command)).accounts];
    await shared.prepare();
    const { account, api_key, plan, usage } = await shared.write((add) => files.read(add));
    await recordChange(command, { accounts: account }, shared);
    const text = `Copied ${account} accounts, ${api_key} keys, ${plan} plans and ${usage} consultations.`;
    print(command, { accounts: account, keys: api_key, plans: plan, consultations: usage }, text);
  });

export const command: Command = new Command('accounts')
  .description('Move all accounts to PostgreSQL.')
  .addCommand(copy);
