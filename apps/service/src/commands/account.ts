import { Command } from '@vehicle-lookup/toolkit/command-line';
import type { AccountEntry } from '../accounts/account.ts';
import { newKeyText, print, table } from '../command-line/output.ts';
import { changeAccounts, dataStore, placeOf, withAccounts } from '../command-line/stores.ts';

const create = new Command('create')
  .summary('Create an account and print its first key once.')
  .description('Creates an account and prints its first key once. Prepares an empty data directory.')
  .requiredOption('--user <NAME>', 'the account')
  .requiredOption('--plan <PLAN>', 'its plan')
  .action(async ({ user, plan }, command) => {
    const store = await dataStore(command);
    const ran = await store.accounts.prepare({ mayBeginAnew: true });
    const { account, key } = await changeAccounts(command, { user, plan }, (registry) =>
      registry.createAccount(user, plan),
    );
    const lines = [newKeyText(key)];
    // The service rejects a key that was created in a different directory.
    if (ran.length > 0)
      lines.push(`${placeOf(store)} had no accounts, so this command prepared it. Check that the service uses it.`);
    print(command, { user: account.user, key: key.key }, lines.join('\n'));
  });

const list = new Command('list').description('List all accounts.').action(async (_, command) => {
  const accounts = await withAccounts(command, ({ registry }) => registry.accounts());
  print(command, accounts, accountTable(accounts));
});

const setPlan = new Command('set-plan')
  .description('Change the plan of an account.')
  .requiredOption('--user <NAME>', 'the account')
  .requiredOption('--plan <PLAN>', 'its new plan')
  .action(async ({ user, plan }, command) => {
    const account = await changeAccounts(command, { user, plan }, (registry) => registry.setAccountPlan(user, plan));
    print(command, account, accountTable([account]));
  });

const disable = new Command('disable').description('Reject the keys of an account from now on.');
const enable = new Command('enable').description('Accept the keys of a disabled account again.');
for (const command of [disable, enable]) {
  command.requiredOption('--user <NAME>', 'the account').action(async ({ user }) => {
    const isDisabled = command === disable;
    const account = await changeAccounts(command, { user }, (registry) => registry.setDisabled(user, isDisabled));
    print(command, account, accountTable([account]));
  });
}

const erase = new Command('delete')
  .summary('Erase an account; its daily usage is kept without the user name.')
  .description(
    'Erases an account, its keys and the consultations in its window. Its daily usage is kept without the user name.',
  )
  .requiredOption('--user <NAME>', 'the account')
  .action(async ({ user }, command) => {
    const account = await changeAccounts(
      command,
      {},
      (registry) => registry.deleteAccount(user),
      ({ id }) => ({ account: id }),
    );
    const text =
      `${account.user} and its keys are erased; the keys are rejected from now on. The daily usage is kept without the user name. ` +
      'Earlier backups still contain the account.';
    print(command, { ...account, deleted: true, usage: 'kept without the name' }, text);
  });

export const command: Command = new Command('account')
  .description('Create, list, disable, enable or delete accounts, or change their plans.')
  .addCommand(create)
  .addCommand(list)
  .addCommand(setPlan)
  .addCommand(disable)
  .addCommand(enable)
  .addCommand(erase);

const accountTable = (accounts: AccountEntry[]): string =>
  table(
    ['user', 'plan', 'created', 'state'],
    accounts.map(({ user, plan, created, disabled }) => [user, plan, created, disabled ? 'disabled' : 'in use']),
    'There are no accounts. To create an account, run: account create --user NAME --plan PLAN',
  );
