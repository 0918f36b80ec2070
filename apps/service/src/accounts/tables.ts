import type { DatabaseSync } from 'node:sqlite';
import type { CompiledQuery, Insertable, Selectable, Updateable } from 'kysely';
import { kyselyOver } from '../sqlite/dialect.ts';
import { rowsOf } from '../sqlite/rows.ts';
import { shown } from '../suggest.ts';
import { UserError } from '../user-error.ts';
import type { AccountTables } from './schema.ts';
import { canonicalUser } from './user-name.ts';

type PlanRow = AccountTables['plan'];
type AccountRow = Selectable<AccountTables['account']>;
type KeyRow = Selectable<AccountTables['api_key']>;

/** The queries of an administrator. All run at once, within a transaction where there is one. */
export interface Tables {
  plans(): PlanRow[];
  /** @throws UserError where there is no such plan */
  requirePlan(name: string): void;
  setPlan(row: PlanRow): void;
  /** By user. */
  accounts(): AccountRow[];
  findAccount(user: string): AccountRow | undefined;
  /** @throws UserError where there is no such account */
  requireAccount(user: string): AccountRow;
  addAccount(row: Insertable<AccountTables['account']>): AccountRow;
  setAccount(id: number, columns: Updateable<AccountTables['account']>): AccountRow;
  keys(accountId: number): KeyRow[];
  findKey(id: number): (KeyRow & { user: string }) | undefined;
  addKey(row: Insertable<AccountTables['api_key']>): KeyRow;
  revoke(id: number, revoked_ms: number): KeyRow;
}

export function createTables(db: DatabaseSync): Tables {
  const sql = kyselyOver<AccountTables>(db);
  const all = <Row>(query: { compile(): CompiledQuery<Row> }): Row[] => rowsOf(db, query);
  /** For a query that gives a row wherever it does not throw. */
  const one = <Row>(query: { compile(): CompiledQuery<Row> }): Row => all(query)[0] as Row;

  const plans = () => all(sql.selectFrom('plan').selectAll().orderBy('name'));
  const findAccount = (user: string): AccountRow | undefined =>
    all(sql.selectFrom('account').selectAll().where('user', '=', canonicalUser(user)))[0];

  return {
    plans,
    requirePlan(name) {
      const names = plans().map((plan) => plan.name);
      if (names.includes(name)) return;
      throw new UserError(
        `plan${shown(name)}: there is no such plan; there are: ${names.join(', ')}. Make one: plan set`,
      );
    },
    setPlan({ name, ...columns }) {
      const added = sql.insertInto('plan').values({ name, ...columns });
      all(added.onConflict((conflict) => conflict.column('name').doUpdateSet(columns)));
    },
    accounts: () => all(sql.selectFrom('account').selectAll().orderBy('user')),
    findAccount,
    requireAccount(user) {
      const account = findAccount(user);
      if (account) return account;
      throw new UserError(`account${shown(user)}: there is no such account. List them: account list`);
    },
    addAccount: (row) => one(sql.insertInto('account').values(row).returningAll()),
    setAccount: (id, columns) => one(sql.updateTable('account').set(columns).where('id', '=', id).returningAll()),
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
