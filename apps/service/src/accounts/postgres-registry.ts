import { type Kysely, type QueryExecutorProvider, sql } from 'kysely';
import type { Database } from '../database/postgres/database.ts';
import type { AccountRegistry, NewKey } from './account-registry.ts';
import { type AccountRow, fromPlan, type PlanRow, toAccount, toKey, toPlan } from './account-rows.ts';
import {
  checkBurst,
  checkRoomForKey,
  existingAccount,
  planInUse,
  unknownAccount,
  unknownKey,
  unknownPlan,
} from './account-rules.ts';
import type { AccountTables } from './account-tables.ts';
import { keyHash, keyPrefix, newKey, userHash } from './api-key.ts';
import { canonicalUser, checkUserName } from './user-name.ts';

type PostgresAccountTables = Omit<AccountTables, 'account'> & {
  /** Requests find an account by the hash: no text that a client typed is sent to the engine, which may log it. */
  account: AccountTables['account'] & { user_sha256: Uint8Array };
};

type Sql = Kysely<PostgresAccountTables>;

/** What other subjects keep of an account. Both run within the transaction that changes the account. */
export interface AccountHooks {
  onCreate(db: QueryExecutorProvider, accountId: number): Promise<void>;
  onDelete(db: QueryExecutorProvider, accountId: number): Promise<void>;
}

/** Held by every change of plans, accounts and keys: they come one after another, as rules about several rows need it. */
const LOCK = 7_310_420_017;

/** @param now replaces the engine's clock, in tests */
export function createPostgresRegistry(
  database: Database,
  { onCreate, onDelete }: AccountHooks,
  now?: () => number,
): AccountRegistry {
  const clock = async (db: Sql): Promise<number> => now?.() ?? (await engineClock(db));
  const run = <T>(work: (db: Sql) => Promise<T>): Promise<T> =>
    database.run((db) => work(db.withTables<PostgresAccountTables>()));
  const change = <T>(work: (db: Sql) => Promise<T>): Promise<T> =>
    database.transaction(async (db) => {
      await sql`select pg_advisory_xact_lock(${LOCK}::bigint)`.execute(db);
      return work(db.withTables<PostgresAccountTables>());
    });

  return {
    plans: () => run(async (db) => (await plans(db)).map(toPlan)),
    setPlan: (name, make) =>
      change(async (db) => {
        const existing = (await plans(db)).find((row) => row.name === name);
        const plan = make(existing && toPlan(existing));
        checkBurst(plan);
        const { name: _, ...columns } = fromPlan(plan);
        await db
          .insertInto('plan')
          .values({ name, ...columns })
          .onConflict((conflict) => conflict.column('name').doUpdateSet(columns))
          .execute();
        return plan;
      }),
    deletePlan: (name) =>
      change(async (db) => {
        await requirePlan(db, name);
        const users = (await accounts(db)).filter(({ plan }) => plan === name);
        if (users.length > 0)
          throw planInUse(
            name,
            users.map(({ user }) => user),
          );
        return toPlan(await db.deleteFrom('plan').where('name', '=', name).returningAll().executeTakeFirstOrThrow());
      }),
    accounts: () => run(async (db) => (await accounts(db)).map(toAccount)),
    account: (user) => run(async (db) => toAccount(await requireAccount(db, user))),
    createAccount: (text, plan) =>
      change(async (db) => {
        const user = checkUserName(text);
        await requirePlan(db, plan);
        if (await findAccount(db, user)) throw existingAccount(user);
        const created_ms = await clock(db);
        const account = await db
          .insertInto('account')
          .values({ user, user_sha256: userHash(user), plan, created_ms, disabled_ms: null })
          .returningAll()
          .executeTakeFirstOrThrow();
        await onCreate(db, account.id);
        return { account: toAccount(account), key: await addKey(db, account, created_ms) };
      }),
    setAccountPlan: (user, plan) =>
      change(async (db) => {
        await requirePlan(db, plan);
        return setAccount(db, (await requireAccount(db, user)).id, { plan });
      }),
    deleteAccount: (user) =>
      change(async (db) => {
        const account = await requireAccount(db, user);
        await onDelete(db, account.id);
        await db.deleteFrom('api_key').where('account_id', '=', account.id).execute();
        await db.deleteFrom('account').where('id', '=', account.id).execute();
        return toAccount(account);
      }),
    setDisabled: (user, disabled) =>
      change(async (db) => {
        const { id, disabled_ms } = await requireAccount(db, user);
        return setAccount(db, id, { disabled_ms: disabled ? (disabled_ms ?? (await clock(db))) : null });
      }),
    keys: (user) =>
      run(async (db) => {
        const account = user === undefined ? undefined : await requireAccount(db, user);
        const time = await clock(db);
        let query = keysWithUser(db);
        if (account) query = query.where('account_id', '=', account.id);
        return (await query.execute()).map((row) => toKey(row, row.user, time));
      }),
    createKey: (user, expires) =>
      change(async (db) => {
        const account = await requireAccount(db, user);
        const time = await clock(db);
        const rows = await keysWithUser(db).where('account_id', '=', account.id).execute();
        checkRoomForKey(
          account.user,
          rows.map((row) => toKey(row, account.user, time)),
        );
        return addKey(db, account, time, expires);
      }),
    revokeKey: (id) =>
      change(async (db) => {
        const key = await keysWithUser(db).where('api_key.id', '=', id).executeTakeFirst();
        if (!key) throw unknownKey(id);
        const time = await clock(db);
        const revoked_ms = key.revoked_ms ?? time;
        await db.updateTable('api_key').set({ revoked_ms }).where('id', '=', id).execute();
        return toKey({ ...key, revoked_ms }, key.user, time);
      }),
  };
}

/** Milliseconds since 1970, by the engine's clock. */
async function engineClock(db: Sql): Promise<number> {
  const { rows } = await sql<{ ms: number }>`select engine_ms() as ms`.execute(db);
  return rows[0]?.ms ?? Number.NaN;
}

const plans = (db: Sql): Promise<PlanRow[]> =>
  db.selectFrom('plan').selectAll().orderBy(sql`name collate "C"`).execute();

const accounts = (db: Sql): Promise<AccountRow[]> =>
  db.selectFrom('account').selectAll().orderBy(sql`"user" collate "C"`).execute();

async function requirePlan(db: Sql, name: string): Promise<void> {
  const names = (await plans(db)).map((plan) => plan.name);
  if (!names.includes(name)) throw unknownPlan(name, names);
}

const findAccount = (db: Sql, user: string): Promise<AccountRow | undefined> =>
  db.selectFrom('account').selectAll().where('user', '=', canonicalUser(user)).executeTakeFirst();

async function requireAccount(db: Sql, user: string): Promise<AccountRow> {
  const account = await findAccount(db, user);
  if (account) return account;
  throw unknownAccount(user);
}

const setAccount = async (db: Sql, id: number, columns: { plan?: string; disabled_ms?: number | null }) =>
  toAccount(await db.updateTable('account').set(columns).where('id', '=', id).returningAll().executeTakeFirstOrThrow());

const keysWithUser = (db: Sql) =>
  db
    .selectFrom('api_key')
    .innerJoin('account', 'account.id', 'api_key.account_id')
    .selectAll('api_key')
    .select('account.user')
    .orderBy('api_key.id');

async function addKey(db: Sql, { id, user }: AccountRow, created_ms: number, expires?: Date): Promise<NewKey> {
  const key = newKey();
  const row = await db
    .insertInto('api_key')
    .values({
      account_id: id,
      prefix: keyPrefix(key),
      sha256: keyHash(key),
      created_ms,
      expires_ms: expires?.getTime() ?? null,
      revoked_ms: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { ...toKey(row, user, created_ms), key };
}
