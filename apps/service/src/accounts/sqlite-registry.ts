import type { DatabaseSync } from 'node:sqlite';
import type { Selectable } from 'kysely';
import { writeTransaction } from '../sqlite/transaction.ts';
import { UserError } from '../user-error.ts';
import { GREATEST_BURST, type Plan } from './accounts.ts';
import { keyHash, keyPrefix, newKey } from './key.ts';
import { type AccountEntry, type AccountRegistry, type KeyEntry, LIVE_KEYS, type NewKey } from './registry.ts';
import type { AccountTables } from './schema.ts';
import { createTables, type Tables } from './tables.ts';
import { checkUserName } from './user-name.ts';

type AccountRow = Selectable<AccountTables['account']>;
type KeyRow = Selectable<AccountTables['api_key']>;

/**
 * Every change is one transaction, and none awaits anything: it may share the connection with a running service.
 * @param now milliseconds since 1970
 */
export function createSqliteRegistry(db: DatabaseSync, now: () => number = Date.now): AccountRegistry {
  const tables = createTables(db);
  const { requireAccount, requirePlan } = tables;
  const change = async <T>(work: () => T): Promise<T> => writeTransaction(db, work);

  return {
    plans: async () => tables.plans().map(toPlan),
    setPlan: (name, make) =>
      change(() => {
        const known = tables.plans().find((row) => row.name === name);
        const plan = make(known && toPlan(known));
        requireBurst(plan);
        tables.setPlan(fromPlan(plan));
        return plan;
      }),
    accounts: async () => tables.accounts().map(toAccount),
    account: async (user) => toAccount(requireAccount(user)),
    createAccount: (text, plan) =>
      change(() => {
        const user = checkUserName(text);
        requirePlan(plan);
        if (tables.findAccount(user)) {
          throw new UserError(`account ${user}: exists already. For another key, use: key create --user ${user}`);
        }
        const account = tables.addAccount({ user, plan, created_ms: now(), disabled_ms: null });
        return { account: toAccount(account), key: addKey(tables, account, now()) };
      }),
    setAccountPlan: (user, plan) =>
      change(() => {
        requirePlan(plan);
        return toAccount(tables.setAccount(requireAccount(user).id, { plan }));
      }),
    setDisabled: (user, disabled) =>
      change(() => {
        const { id, disabled_ms } = requireAccount(user);
        return toAccount(tables.setAccount(id, { disabled_ms: disabled ? (disabled_ms ?? now()) : null }));
      }),
    keys: async (user) => {
      const owners = user === undefined ? tables.accounts() : [requireAccount(user)];
      const keys = owners.flatMap((owner) => tables.keys(owner.id).map((row) => toKey(row, owner.user, now())));
      return keys.sort((one, other) => one.id - other.id);
    },
    createKey: (user, expires) =>
      change(() => {
        const account = requireAccount(user);
        requireRoom(
          account.user,
          tables.keys(account.id).map((row) => toKey(row, account.user, now())),
        );
        return addKey(tables, account, now(), expires);
      }),
    revokeKey: (id) =>
      change(() => {
        const known = tables.findKey(id);
        if (!known) throw new UserError(`key ${id}: there is no such key. List them: key list`);
        const row = tables.revoke(id, known.revoked_ms ?? now());
        return toKey(row, known.user, now());
      }),
  };
}

function requireBurst({ name, burst }: Plan): void {
  if (Number.isInteger(burst) && burst >= 1 && burst <= GREATEST_BURST) return;
  throw new UserError(`plan ${name}: its burst has to be a whole number from 1 to ${GREATEST_BURST}, got ${burst}.`);
}

/** @throws UserError where the account has as many live keys as it may have */
function requireRoom(user: string, keys: KeyEntry[]): void {
  const live = keys.filter((key) => key.state === 'live');
  if (live.length < LIVE_KEYS) return;
  const which = live.map((key) => `${key.id} (${key.prefix}…)`).join(' and ');
  throw new UserError(
    `account ${user}: has ${LIVE_KEYS} live keys, ${which}, and may have no more. ` +
      'Revoke one that is no longer used: key revoke ID',
  );
}

function addKey(tables: Tables, { id, user }: AccountRow, created_ms: number, expires?: Date): NewKey {
  const key = newKey();
  const row = tables.addKey({
    account_id: id,
    prefix: keyPrefix(key),
    sha256: keyHash(key),
    created_ms,
    expires_ms: expires?.getTime() ?? null,
    revoked_ms: null,
  });
  return { ...toKey(row, user, created_ms), key };
}

const iso = (ms: number): string => new Date(ms).toISOString();

function toPlan(row: AccountTables['plan']): Plan {
  return {
    name: row.name,
    limit: row.limit_n,
    windowSeconds: row.window_s,
    burst: row.burst,
    excluded: JSON.parse(row.excluded),
  };
}

function fromPlan(plan: Plan): AccountTables['plan'] {
  return {
    name: plan.name,
    limit_n: plan.limit,
    window_s: plan.windowSeconds,
    burst: plan.burst,
    excluded: JSON.stringify(plan.excluded),
  };
}

function toAccount(row: AccountRow): AccountEntry {
  return {
    id: row.id,
    user: row.user,
    plan: row.plan,
    created: iso(row.created_ms),
    disabled: row.disabled_ms !== null,
  };
}

function toKey(row: KeyRow, user: string, now: number): KeyEntry {
  const expired = row.expires_ms !== null && row.expires_ms <= now;
  return {
    id: row.id,
    user,
    prefix: row.prefix,
    created: iso(row.created_ms),
    expires: row.expires_ms === null ? undefined : iso(row.expires_ms),
    state: row.revoked_ms !== null ? 'revoked' : expired ? 'expired' : 'live',
  };
}
