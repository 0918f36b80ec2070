import type { DatabaseSync } from 'node:sqlite';
import type { CompiledQuery, Insertable, Updateable } from 'kysely';
import { kyselyOver } from '../database/sqlite/dialect.ts';
import { runQuery } from '../database/sqlite/run-query.ts';
import type { AccountRow, KeyRow, PlanRow } from './account-rows.ts';
import { unknownAccount, unknownPlan } from './account-rules.ts';
import type { AccountTables } from './account-tables.ts';
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
  addAccount(row: Insertable<AccountTables['account']>): AccountRow;
  setAccount(id: number, columns: Updateable<AccountTables['account']>): AccountRow;
  /** With its keys. */
  deleteAccount(id: number): void;
  keys(accountId: number): KeyRow[];
  findKey(id: number): (KeyRow & { user: string }) | undefined;
  addKey(row: Insertable<AccountTables['api_key']>): KeyRow;
  revoke(id: number, revoked_ms: number): KeyRow;
}

export function createAccountQueries(db: DatabaseSync): AccountQueries {
  const sql = kyselyOver<AccountTables>(db);
  const all = <Row>(query: { compile(): CompiledQuery<Row> }): Row[] => runQuery(db, query);
  /** For a query that returns a row unless it throws. */
  const one = <Row>(query: { compile(): CompiledQuery<Row> }): Row => all(query)[0] as Row;

  const plans = () => all(sql.selectFrom('plan').selectAll().orderBy('name'));
  const findAccount = (user: string): AccountRow | undefined =>
    all(sql.selectFrom('account').selectAll().where('user', '=', canonicalUser(user)))[0];

  return {
    plans,
    requirePlan(name) {
      const names = plans().map((plan) => plan.name);
      if (names.includes(name)) return;
      throw unknownPlan(name, names);
    },
    setPlan({ name, ...columns }) {
      const added = sql.insertInto('plan').values({ name, ...columns });
      all(added.onConflict((conflict) => conflict.column('name').doUpdateSet(columns)));
    },
    deletePlan: (name) => one(sql.deleteFrom('plan').where('name', '=', name).returningAll()),
    accounts: () => all(sql.selectFrom('account').selectAll().orderBy('user')),
    findAccount,
    requireAccount(user) {
      const account = findAccount(user);
      if (account) return account;
      throw unknownAccount(user);
    },
    addAccount: (row) => one(sql.insertInto('account').values(row).returningAll()),
    setAccount: (id, columns) => one(sql.updateTable('account').set(columns).where('id', '=', id).returningAll()),
    deleteAccount(id) {
      all(sql.deleteFrom('api_key').where('account_id', '=', id));
      all(sql.deleteFrom('account').where('id', '=', id));
    },
    keys: (id) => all(sql.selectFrom('api_key').selectAll().where('account_id', '=', id).orderBy('id')),
    findKey: (id) =>
      all(
        sql
          .selectFrom('api_key')
          .innerJoin('account', 'account.id', 'api_key.account_id')
          .selectAll('api_key')
          .select('account.user')
          .where('api_key.id', '=', id),
      )[0],
    addKey: (row) => one(sql.insertInto('api_key').values(row).returningAll()),
    revoke: (id, revoked_ms) => one(sql.updateTable('api_key').set({ revoked_ms }).where('id', '=', id).returningAll()),
  };
}
