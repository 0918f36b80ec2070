import type { DatabaseSync } from 'node:sqlite';
import { runQuery, writeTransaction } from '../database/sqlite/database.ts';
import type { AccountRegistry, NewKey } from './account.ts';
import {
  type AccountRow,
  changedPlan,
  checkRoomForKey,
  checkUnusedPlan,
  existingAccount,
  foundAccount,
  fromPlan,
  type KeyRow,
  type PlanRow,
  planNamed,
  toAccount,
  toKey,
  toPlan,
  unknownKey,
} from './account-rows.ts';
import { type Audit, type AuditRow, toAuditEvent } from './audit.ts';
import { canonicalUser, checkUserName, keyHash, keyPrefix, newKey } from './credentials.ts';

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
  const change = async <T>(work: () => T): Promise<T> => writeTransaction(db, work);
  /** For a query that returns a row unless it throws. */
  const changeAccount = (sql: string, ...values: (string | number | null)[]) =>
    toAccount(runQuery<AccountRow>(db, `${sql} RETURNING *`, ...values)[0] as AccountRow);

  return {
    plans: async () => plans(db).map(toPlan),
    setPlan: (name, make) =>
      change(() => {
        const plan = changedPlan(name, plans(db), make);
        const { limit_n, window_s, burst, excluded } = fromPlan(plan);
        const sql = `INSERT INTO plan (name, limit_n, window_s, burst, excluded) VALUES (?, ?, ?, ?, ?)
          ON CONFLICT DO UPDATE SET limit_n = excluded.limit_n, window_s = excluded.window_s, burst = excluded.burst,
            excluded = excluded.excluded`;
        runQuery(db, sql, name, limit_n, window_s, burst, excluded);
        return plan;
      }),
    deletePlan: (name) =>
      change(() => {
        const plan = planNamed(name, plans(db));
        checkUnusedPlan(name, accounts(db));
        runQuery(db, 'DELETE FROM plan WHERE name = ?', name);
        return toPlan(plan);
      }),
    accounts: async () => accounts(db).map(toAccount),
    account: async (user) => toAccount(requireAccount(db, user)),
    createAccount: (text, plan) =>
      change(() => {
        const user = checkUserName(text);
        planNamed(plan, plans(db));
        if (findAccount(db, user)) throw existingAccount(user);
        const created_ms = now();
        const sql = 'INSERT INTO account (user, plan, created_ms) VALUES (?, ?, ?)';
        const account = changeAccount(sql, user, plan, created_ms);
        return { account, key: addKey(db, account, created_ms) };
      }),
    setAccountPlan: (user, plan) =>
      change(() => {
        planNamed(plan, plans(db));
        return changeAccount('UPDATE account SET plan = ? WHERE id = ?', plan, requireAccount(db, user).id);
      }),
    deleteAccount: async (user) => {
      // Otherwise the name stays in the free pages of the file, and in its log.
      db.exec('PRAGMA secure_delete = ON');
      const account = writeTransaction(db, () => {
        const { id } = requireAccount(db, user);
        onDelete(id);
        runQuery(db, 'DELETE FROM api_key WHERE account_id = ?', id);
        return changeAccount('DELETE FROM account WHERE id = ?', id);
      });
      db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      return account;
    },
    setDisabled: (user, disabled) =>
      change(() => {
        const { id, disabled_ms } = requireAccount(db, user);
        const ms = disabled ? (disabled_ms ?? now()) : null;
        return changeAccount('UPDATE account SET disabled_ms = ? WHERE id = ?', ms, id);
      }),
    keys: async (user) => {
      const owner = user === undefined ? null : requireAccount(db, user).id;
      return keysWhere(db, '?1 IS NULL OR account_id = ?1', owner).map((row) => toKey(row, row.user, now()));
    },
    createKey: (user, expires) =>
      change(() => {
        const account = requireAccount(db, user);
        const keys = keysWhere(db, 'account_id = ?', account.id);
        checkRoomForKey(account.user, keys, now());
        return addKey(db, account, now(), expires);
      }),
    revokeKey: (id) =>
      change(() => {
        const [key] = keysWhere(db, 'api_key.id = ?', id);
        if (!key) throw unknownKey(id);
        const revoked_ms = key.revoked_ms ?? now();
        runQuery(db, 'UPDATE api_key SET revoked_ms = ? WHERE id = ?', revoked_ms, id);
        return toKey({ ...key, revoked_ms }, key.user, now());
      }),
  };
}

const plans = (db: DatabaseSync): PlanRow[] => runQuery(db, 'SELECT * FROM plan ORDER BY name');

const accounts = (db: DatabaseSync): AccountRow[] => runQuery(db, 'SELECT * FROM account ORDER BY user');

const findAccount = (db: DatabaseSync, user: string): AccountRow | undefined =>
  runQuery<AccountRow>(db, 'SELECT * FROM account WHERE user = ?', canonicalUser(user))[0];

const requireAccount = (db: DatabaseSync, user: string): AccountRow => foundAccount(user, findAccount(db, user));

const keysWhere = (db: DatabaseSync, condition: string, value: number | null): (KeyRow & { user: string })[] =>
  runQuery(
    db,
    `SELECT api_key.*, user FROM api_key JOIN account ON account.id = account_id WHERE ${condition} ORDER BY api_key.id`,
    value,
  );

function addKey(
  db: DatabaseSync,
  { id, user }: { id: number; user: string },
  created_ms: number,
  expires?: Date,
): NewKey {
  const key = newKey();
  const sql = `INSERT INTO api_key (account_id, prefix, sha256, created_ms, expires_ms) VALUES (?, ?, ?, ?, ?)
    RETURNING *`;
  const [row] = runQuery<KeyRow>(db, sql, id, keyPrefix(key), keyHash(key), created_ms, expires?.getTime() ?? null);
  return { ...toKey(row as KeyRow, user, created_ms), key };
}

/** @param now milliseconds since 1970 */
export const createSqliteAudit = (db: DatabaseSync, now: () => number): Audit => ({
  async record({ who, what, user, details }) {
    const sql = 'INSERT INTO audit (ts_ms, who, what, user, details) VALUES (?, ?, ?, ?, ?)';
    runQuery(db, sql, now(), who, what, user === undefined ? null : canonicalUser(user), JSON.stringify(details));
  },
  events: async (afterId = 0) =>
    runQuery<AuditRow>(db, 'SELECT * FROM audit WHERE id > ? ORDER BY id', afterId).map(toAuditEvent),
});

/** Erases the name of an account, within the transaction that deletes it. */
export const eraseFromAudit = (db: DatabaseSync, accountId: number): void =>
  void runQuery(db, 'UPDATE audit SET user = NULL WHERE user = (SELECT user FROM account WHERE id = ?)', accountId);
