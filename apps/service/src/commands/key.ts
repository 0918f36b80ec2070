import { Argument, Command, Option, wholeNumber } from '@vehicle-lookup/toolkit/command-line';
import type { KeyEntry } from '../accounts/account.ts';
import { parseFutureMoment } from '../command-line/duration.ts';
import { print, table } from '../command-line/output.ts';
import { recordChange, withAccounts } from '../command-line/stores.ts';

const create = new Command('create')
  .description('Create a key and print it, once.')
  .requiredOption('--user <NAME>', 'the account')
  .addOption(
    new Option('--expires <WHEN>', '90d, a date or a moment; without it the key does not expire').argParser(
      parseFutureMoment,
    ),
  )
  .action(async ({ user, expires }, command) => {
    const key = await withAccounts(command, ({ registry }) => registry.createKey(user, expires));
    await recordChange(command, { user, key: key.id, expires: key.expires ?? 'never' });
    const text =
      `user: ${key.user}\nkey:  ${key.key}\nThe key is shown only now; its hash is what is stored. ` +
      `Its ID is ${key.id}; it ${key.expires ? `expires ${key.expires}` : 'does not expire'}.`;
    print(command, { user: key.user, key: key.key, id: key.id, expires: key.expires ?? null }, text);
  });

const list = new Command('list')
  .description('List the keys of one account or of all.')
  .option('--user <NAME>', 'one account only')
  .action(async ({ user }, command) => {
    const keys = await withAccounts(command, ({ registry }) => registry.keys(user));
    print(command, keys.map(withExpiry), keyTable(keys));
  });

const revoke = new Command('revoke')
  .description('Reject a key from now on.')
  .addArgument(new Argument('<ID>', 'ID of the key, see `key list`').argParser(wholeNumber(1)))
  .action(async (id, _, command) => {
    const key = await withAccounts(command, ({ registry }) => registry.revokeKey(id));
    await recordChange(command, { user: key.user, key: id });
    print(command, withExpiry(key), keyTable([key]));
  });

export const command: Command = new Command('key')
  .description('Create keys, list them, revoke them; an account may have two live keys.')
  .addCommand(create)
  .addCommand(list)
  .addCommand(revoke)
  .addHelpText('after', '\nTo replace a key: create another, use it everywhere, then revoke the old one.');

/** JSON states it if a key never expires. */
const withExpiry = (key: KeyEntry) => ({ ...key, expires: key.expires ?? null });

const keyTable = (keys: KeyEntry[]): string =>
  table(
    ['id', 'user', 'key', 'created', 'expires', 'state'],
    keys.map((key) => [String(key.id), key.user, `${key.prefix}…`, key.created, key.expires ?? 'never', key.state]),
    'There is no key.',
  );
