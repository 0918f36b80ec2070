import { Command, Option, wholeNumber } from '@vehicle-lookup/toolkit/command-line';
import type { KeyEntry } from '../accounts/account.ts';
import { formatDuration, parseDuration, parseFutureMoment } from '../command-line/duration.ts';
import { newKeyText, print, table } from '../command-line/output.ts';
import { changeAccounts, withAccounts } from '../command-line/stores.ts';

const DEFAULT_OVERLAP = 7 * 86_400;

const create = new Command('create')
  .description('Create a key and print it once.')
  .requiredOption('--user <NAME>', 'the account')
  .option('--expires <WHEN>', '90d, a date or an ISO 8601 time; by default, the key does not expire', parseFutureMoment)
  .action(async ({ user, expires }, command) => {
    const key = await changeAccounts(
      command,
      { user },
      (registry) => registry.createKey(user, expires),
      ({ id, expires }) => ({ key: id, expires: expires ?? 'never' }),
    );
    const text = `${newKeyText(key)} Its ID is ${key.id}; it ${key.expires ? `expires ${key.expires}` : 'does not expire'}.`;
    print(command, { user: key.user, key: key.key, id: key.id, expires: key.expires }, text);
  });

const list = new Command('list')
  .description('List the keys of one account or of all accounts.')
  .option('--user <NAME>', 'only this account')
  .action(async ({ user }, command) => {
    const keys = await withAccounts(command, ({ registry }) => registry.keys(user));
    print(command, keys, keyTable(keys));
  });

const rotate = new Command('rotate')
  .summary('Create a key; the previous key expires after an overlap.')
  .description(
    'Creates a key and prints it once. The previous live key expires after the overlap. If there are two live keys, ' +
      'the key that expires first is rejected from now on.',
  )
  .requiredOption('--user <NAME>', 'the account')
  .addOption(
    new Option('--overlap <TIME>', 'how long the previous key stays valid: 7d, 12h, or 0')
      .default(DEFAULT_OVERLAP, formatDuration(DEFAULT_OVERLAP))
      .argParser((text) => (/^0[smhd]?$/.test(text) ? 0 : parseDuration(text))),
  )
  .action(async ({ user, overlap }, command) => {
    const { key, expiring } = await changeAccounts(
      command,
      { user, overlap: formatDuration(overlap) },
      (registry) => registry.rotateKey(user, overlap),
      ({ key, expiring }) => ({ key: key.id, expiring: expiring.map(({ id }) => id) }),
    );
    const before = expiring.map(
      ({ id, prefix, expires, state }) =>
        `Key ${id} (${prefix}…) ${state === 'live' ? `expires ${expires}` : 'is rejected from now on'}.`,
    );
    const lines = [`${newKeyText(key)} Its ID is ${key.id}.`, ...before];
    print(command, { user: key.user, key: key.key, id: key.id, expiring }, lines.join('\n'));
  });

const revoke = new Command('revoke')
  .description('Reject a key from now on.')
  .argument('<ID>', 'key ID from `key list`', wholeNumber(1))
  .action(async (id, _, command) => {
    const key = await changeAccounts(
      command,
      { key: id },
      (registry) => registry.revokeKey(id),
      ({ user }) => ({ user }),
    );
    print(command, key, keyTable([key]));
  });

export const command: Command = new Command('key')
  .description('Create, list, rotate or revoke keys. An account may have two live keys.')
  .addCommand(create)
  .addCommand(list)
  .addCommand(rotate)
  .addCommand(revoke)
  .addHelpText(
    'after',
    '\nTo replace a key, rotate it, and start using the new key everywhere before the previous key expires.',
  );

const keyTable = (keys: KeyEntry[]): string =>
  table(
    ['id', 'user', 'key', 'created', 'expires', 'last used', 'state'],
    keys.map((key) => {
      const { id, user, prefix, created, expires, lastUsed, state } = key;
      return [id, user, `${prefix}…`, created, expires ?? 'never', lastUsed ?? 'never', state];
    }),
    'There are no keys.',
  );
