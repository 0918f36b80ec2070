import type { DatabaseSync } from 'node:sqlite';
import { writeTransaction } from '../database/sqlite/transactions.ts';
import type { AccountRegistry, NewKey } from './account-registry.ts';
import { type AccountRow, fromPlan, toAccount, toKey, toPlan } from './account-rows.ts';
import { checkBurst, checkRoomForKey, existingAccount, planInUse, unknownKey } from './account-rules.ts';
import { keyHash, keyPrefix, newKey } from './api-key.ts';
import { type AccountQueries, createAccountQueries } from './sqlite-queries.ts';
import { checkUserName } from './user-name.ts';

/**
 * Every change is one transaction that awaits nothing, so that it can share the connection with a running service.
 * @param now milliseconds since 1970
 * @param onDelete removes what else refers to an account, within the transaction that deletes it
 */
export function createSqliteRegistry(
  db: DatabaseSync,
  now: () => number,
  onDelete: (accountId: number) => void,
): AccountRegistry {
  const queries = createAccountQueries(db);
  const { requireAccount, requirePlan } = queries;
  const change = async <T>(work: () => T): Promise<T> => writeTransaction(db, work);

  return {
    plans: async () => queries.plans().map(toPlan),
    setPlan: (name, make) =>
      change(() => {
        const existing = queries.plans().find((row) => row.name === name);
        const plan = make(existing && toPlan(existing));
        checkBurst(plan);
        queries.setPlan(fromPlan(plan));
        return plan;
      }),
    deletePlan: (name) =>
      change(() => {
        requirePlan(name);
        const users = queries
          .accounts()
          .filter(({ plan }) => plan === name)
          .map(({ user }) => user);
        if (users.length > 0) throw planInUse(name, users);
        return toPlan(queries.deletePlan(name));
      }),
    accounts: async () => queries.accounts().map(toAccount),
    account: async (user) => toAccount(requireAccount(user)),
    createAccount: (text, plan) =>
      change(() => {
        const user = checkUserName(text);
        requirePlan(plan);
        if (queries.findAccount(user)) throw existingAccount(user);
        const account = queries.addAccount({ user, plan, created_ms: now() });
        return { account: toAccount(account), key: addKey(queries, account, now()) };
      }),
    setAccountPlan: (user, plan) =>
      change(() => {
        requirePlan(plan);
        return toAccount(queries.setAccountPlan(requireAccount(user).id, plan));
      }),
    deleteAccount: async (user) => {
      // Otherwise the name stays in the free pages of the file, and in its log.
      db.exec('PRAGMA secure_delete = ON');
      const account = writeTransaction(db, () => {
        const account = requireAccount(user);
        onDelete(account.id);
        queries.deleteAccount(account.id);
        return toAccount(account);
      });
      db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      return account;
    },
    setDisabled: (user, disabled) =>
      change(() => {
        const { id, disabled_ms } = requireAccount(user);
        return toAccount(queries.setDisabled(id, disabled ? (disabled_ms ?? now()) : null));
      }),
    keys: async (user) => {
      const owners = user === undefined ? queries.accounts() : [requireAccount(user)];
      const keys = owners.flatMap((owner) => queries.keys(owner.id).map((row) => toKey(row, owner.user, now())));
      return keys.sort((one, other) => one.id - other.id);
    },
    createKey: (user, expires) =>
      change(() => {
        const account = requireAccount(user);
        checkRoomForKey(
          account.user,
          queries.keys(account.id).map((row) => toKey(row, account.user, now())),
        );
        return addKey(queries, account, now(), expires);
      }),
    revokeKey: (id) =>
      change(() => {
        const key = queries.findKey(id);
        if (!key) throw unknownKey(id);
        const row = queries.revoke(id, key.revoked_ms ?? now());
        return toKey(row, key.user, now());
      }),
  };
}

function addKey(queries: AccountQueries, { id, user }: AccountRow, created_ms: number, expires?: Date): NewKey {
  const key = newKey();
  const row = queries.addKey({
    account_id: id,
    prefix: keyPrefix(key),
    sha256: keyHash(key),
    created_ms,
    expires_ms: expires?.getTime() ?? null,
  });
  return { ...toKey(row, user, created_ms), key };
}
