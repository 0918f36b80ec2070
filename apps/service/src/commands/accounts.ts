import { Command, Option, UserError } from '@vehicle-lookup/toolkit/command-line';
import { dataDirectory, dataStore, print } from '../command-line/global-options.ts';
import { recordChange } from '../command-line/record-change.ts';
import type { CopyCounts } from '../data-store/account-copy.ts';
import type { AccountStore } from '../data-store/data-store.ts';

const copy = new Command('copy')
  .summary('Copy accounts, keys, plans and usage between a data directory and PostgreSQL.')
  .description('Copies accounts, keys, plans and usage between the data directory and the PostgreSQL of DATABASE_URL.')
  .addOption(
    new Option('--to <PLACE>', 'where to: the database, or the data directory')
      .choices(['database', 'directory'])
      .makeOptionMandatory(),
  )
  .addHelpText(
    'after',
    `
The target must have no accounts yet; it is prepared if it is empty. Stop the services that use the source first:
consultations that they charge later would be missing in the copy.`,
  )
  .action(async ({ to }, command) => {
    if (!process.env.DATABASE_URL) throw new UserError('Set DATABASE_URL to the address of the PostgreSQL');
    const { openFiles } = await import('../data-store/open-data-store.ts');
    const [files, shared] = [openFiles(dataDirectory(command)).accounts, (await dataStore(command)).accounts];
    const counts = to === 'database' ? await copyAccounts(files, shared) : await copyAccounts(shared, files);
    const { account, api_key, plan, usage } = counts;
    await recordChange(command, { to, accounts: account }, to === 'database' ? shared : files);
    const text = `Copied ${account} accounts, ${api_key} keys, ${plan} plans and ${usage} consultations.`;
    print(command, { accounts: account, keys: api_key, plans: plan, consultations: usage }, text);
  });

async function copyAccounts(source: AccountStore, target: AccountStore): Promise<CopyCounts> {
  await target.prepare();
  return target.write((add) => source.read(add));
}

export const command: Command = new Command('accounts')
  .description('Move all accounts to another place.')
  .addCommand(copy);
