import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { runQuery } from '../database/sqlite/run-query.ts';
import type { AccountRow, KeyRow, PlanRow } from './account-rows.ts';
import { unknownAccount, unknownPlan } from './account-rules.ts';
import { canonicalUser } from './user-name.ts';

/** The queries of an administrator. They are synchronous: they run within the caller's transaction if there is one. */
export interface AccountQueries {
  plans(): PlanRow[];
  /** @throws UserError if the plan does not exist */
  requirePlan(name: string): void;
  setPlan(row: PlanRow): void;
  deletePlan(name: string): PlanRow;
  /** By user. */
  accounts(): AccountRow[];
  findAccount(user: string): AccountRow | undefined;
  /** @throws UserError if the account does not exist */
  requireAccount(user: string): AccountRow;
  addAccount(row: Pick<AccountRow, 'user' | 'plan' | 'created_ms'>): AccountRow;
  setAccountPlan(id: number, plan: string): AccountRow;
  setDisabled(id: number, disabled_ms: number | null): AccountRow;
  /** With its keys. */
  deleteAccount(id: number): void;
  keys(accountId: number): KeyRow[];
  findKey(id: number): (KeyRow & { user: string }) | undefined;
  addKey(row: Omit<KeyRow, 'id' | 'revoked_ms'>): KeyRow;
  revoke(id: number, revoked_ms: number): KeyRow;
}

export function createAccountQueries(db: DatabaseSync): AccountQueries {
  const all = <Row>(sql: string, ...values: SQLInputValue[]): Row[] => runQuery<Row>(db, sql, ...values);
  /** For a query that returns a row unless it throws. */
  const one = <Row>(sql: string, ...values: SQLInputValue[]): Row => all<Row>(sql, ...values)[0] as Row;

  const plans = () => all<PlanRow>('SELECT * FROM plan ORDER BY name');
  const findAccount = (user: string): AccountRow | undefined =>
    all<AccountRow>('SELECT * FROM account WHERE user = ?', canonicalUser(user))[0];

  return {
    plans,
    requirePlan(name) {
      const names = plans().map((plan) => plan.name);
      if (names.includes(name)) return;
      throw unknownPlan(name, names);
    },
    setPlan({ name, limit_n, window_s, burst, excluded }) {
      const sql = `INSERT INTO plan (name, limit_n, window_s, burst, excluded) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET limit_n = excluded.limit_n, window_s = excluded.window_s, burst = excluded.burst,
          excluded = excluded.excluded`;
      all(sql, name, limit_n, window_s, burst, excluded);
    },
    deletePlan: (name) => one('DELETE FROM plan WHERE name = ? RETURNING *', name),
    accounts: () => all('SELECT * FROM account ORDER BY user'),
    findAccount,
    requireAccount(user) {
      const account = findAccount(user);
      if (account) return account;
      throw unknownAccount(user);
    },
    addAccount: ({ user, plan, created_ms }) =>
      one('INSERT INTO account (user, plan, created_ms) VALUES (?, ?, ?) RETURNING *', user, plan, created_ms),
    setAccountPlan: (id, plan) => one('UPDATE account SET plan = ? WHERE id = ? RETURNING *', plan, id),
    setDisabled: (id, ms) => one('UPDATE account SET disabled_ms = ? WHERE id = ? RETURNING *', ms, id),
    deleteAccount(id) {
      all('DELETE FROM api_key WHERE account_id = ?', id);
      all('DELETE FROM account WHERE id = ?', id);
    },
    keys: (id) => all('SELECT * FROM api_key WHERE account_id = ? ORDER BY id', id),
    findKey: (id) =>
      all<KeyRow & { user: string }>(
        'SELECT api_key.*, user FROM api_key JOIN account ON account.id = account_id WHERE api_key.id = ?',
        id,
      )[0],
    addKey: ({ account_id, prefix, sha256, created_ms, expires_ms }) => {
      const sql = `INSERT INTO api_key (account_id, prefix, sha256, created_ms, expires_ms) VALUES (?, ?, ?, ?, ?)
        RETURNING *`;
      return one(sql, account_id, prefix, sha256, created_ms, expires_ms);
    },
    revoke: (id, revoked_ms) => one('UPDATE api_key SET revoked_ms = ? WHERE id = ? RETURNING *', revoked_ms, id),
  };
}
