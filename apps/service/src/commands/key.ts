import { parseMoment } from '../accounts/duration.ts';
import { allowOnly, optional, parseCount, required, withAccounts } from '../accounts/flags.ts';
import type { KeyEntry } from '../accounts/registry.ts';
import { table } from '../accounts/table.ts';
import type { Command, CommandInput } from '../command.ts';
import { UserError } from '../user-error.ts';

export const command: Command = {
  summary: 'Create keys, list them, revoke them; an account may have two live ones.',
  positionals: 'create|list|revoke [ID]',
  options: { user: { type: 'string' }, expires: { type: 'string' } },
  help: `To replace a key: create another, use it everywhere, then revoke the old one by its ID (see list).
  --user NAME      the account; create needs it, list takes it
  --expires WHEN   create: 90d, a date or a moment; without it the key does not expire`,
  async run(input) {
    const { words, flags } = input;
    const [action = '', id] = words;
    if (action !== 'revoke' && id !== undefined) throw new UserError(`key ${action} takes no ID, only flags.`, 2);
    allowOnly(flags, { create: ['user', 'expires'], list: ['user'] }[action] ?? [], `key ${action}`);
    if (action === 'create') return create(input);
    if (action === 'revoke') return revoke(input);
    return list(input);
  },
};

async function create({ flags, dataDir, print }: CommandInput): Promise<void> {
  const user = required(flags, 'user');
  const when = optional(flags, 'expires');
  const expires = when === undefined ? undefined : parseMoment('--expires', when, Date.now());
  const made = await withAccounts(dataDir, ({ registry }) => registry.createKey(user, expires));
  print(
    { user: made.user, key: made.key, id: made.id, expires: made.expires ?? null },
    `user: ${made.user}\nkey:  ${made.key}\nThe key is shown this once; only its hash is stored. ` +
      `Its ID is ${made.id}; it ${made.expires ? `expires ${made.expires}` : 'does not expire'}.`,
  );
}

async function list({ flags, dataDir, print }: CommandInput): Promise<void> {
  const user = optional(flags, 'user');
  await withAccounts(dataDir, async ({ registry }) => show(print, await registry.keys(user)));
}

async function revoke({ words, dataDir, print }: CommandInput): Promise<void> {
  if (words[1] === undefined) throw new UserError('key revoke: expected the ID of a key; see key list.', 2);
  const id = parseCount('ID', words[1], Number.MAX_SAFE_INTEGER);
  const key = await withAccounts(dataDir, ({ registry }) => registry.revokeKey(id));
  print(plain(key), keyTable([key]));
}

const show = (print: CommandInput['print'], keys: KeyEntry[]): void => print(keys.map(plain), keyTable(keys));

/** A key that never expires says so in JSON too. */
const plain = (key: KeyEntry) => ({ ...key, expires: key.expires ?? null });

const keyTable = (keys: KeyEntry[]): string =>
  table(
    ['id', 'user', 'key', 'created', 'expires', 'state'],
    keys.map((key) => [String(key.id), key.user, `${key.prefix}…`, key.created, key.expires ?? 'never', key.state]),
    'There is no key.',
  );
