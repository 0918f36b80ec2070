import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import type { Database } from '../database/postgres/database.ts';
import type { AccountRegistry, NewKey } from './account-registry.ts';
import { type AccountRow, fromPlan, type KeyRow, type PlanRow, toAccount, toKey, toPlan } from './account-rows.ts';
import {
  checkBurst,
  checkRoomForKey,
  existingAccount,
  planInUse,
  unknownAccount,
  unknownKey,
  unknownPlan,
} from './account-rules.ts';
import { keyHash, keyPrefix, newKey, userHash } from './api-key.ts';
import { canonicalUser, checkUserName } from './user-name.ts';

/** Runs queries: the database, or a transaction of it. */
type Sql = QueryExecutorProvider;

/** What other subjects keep of an account. Both run within the transaction that changes the account. */
export interface AccountHooks {
  onCreate(db: Sql, accountId: number): Promise<void>;
  onDelete(db: Sql, accountId: number): Promise<void>;
}

/** Held by every change of plans, accounts and keys: they come one after another, as rules about several rows need it. */
const LOCK = 7_310_420_017;

/** @param now replaces the engine's clock, in tests */
export function createPostgresRegistry(
  { run, transaction }: Database,
  { onCreate, onDelete }: AccountHooks,
  now?: () => number,
): AccountRegistry {
  const clock = async (db: Sql): Promise<number> => now?.() ?? (await engineClock(db));
  const change = <T>(work: (db: Sql) => Promise<T>): Promise<T> =>
    transaction(async (db) => {
      await sql`select pg_advisory_xact_lock(${LOCK}::bigint)`.execute(db);
      return work(db);
    });

  return {
    plans: () => run(async (db) => (await plans(db)).map(toPlan)),
    setPlan: (name, make) =>
      change(async (db) => {
        const existing = (await plans(db)).find((row) => row.name === name);
        const plan = make(existing && toPlan(existing));
        checkBurst(plan);
        const { limit_n, window_s, burst, excluded } = fromPlan(plan);
        await sql`insert into plan (name, limit_n, window_s, burst, excluded)
          values (${name}, ${limit_n}, ${window_s}, ${burst}, ${excluded})
          on conflict (name) do update set limit_n = excluded.limit_n, window_s = excluded.window_s,
            burst = excluded.burst, excluded = excluded.excluded`.execute(db);
        return plan;
      }),
    deletePlan: (name) =>
      change(async (db) => {
        const plan = await requirePlan(db, name);
        const users = (await accounts(db)).flatMap((account) => (account.plan === name ? [account.user] : []));
        if (users.length > 0) throw planInUse(name, users);
        await sql`delete from plan where name = ${name}`.execute(db);
        return toPlan(plan);
      }),
    accounts: () => run(async (db) => (await accounts(db)).map(toAccount)),
    account: (user) => run(async (db) => toAccount(await requireAccount(db, user))),
    createAccount: (text, plan) =>
      change(async (db) => {
        const user = checkUserName(text);
        await requirePlan(db, plan);
        if (await findAccount(db, user)) throw existingAccount(user);
        const created_ms = await clock(db);
        // Requests find an account by the hash: no text that a client typed is sent to the engine, which may log it.
        const account = await one(
          db,
          sql<AccountRow>`insert into account ("user", user_sha256, plan, created_ms)
            values (${user}, ${userHash(user)}, ${plan}, ${created_ms}) returning *`,
        );
        await onCreate(db, account.id);
        return { account: toAccount(account), key: await addKey(db, account, created_ms) };
      }),
    setAccountPlan: (user, plan) =>
      change(async (db) => {
        await requirePlan(db, plan);
        const { id } = await requireAccount(db, user);
        return toAccount(
          await one(db, sql<AccountRow>`update account set plan = ${plan} where id = ${id} returning *`),
        );
      }),
    deleteAccount: (user) =>
      change(async (db) => {
        const account = await requireAccount(db, user);
        await onDelete(db, account.id);
        await sql`delete from api_key where account_id = ${account.id}`.execute(db);
        await sql`delete from account where id = ${account.id}`.execute(db);
        return toAccount(account);
      }),
    setDisabled: (user, disabled) =>
      change(async (db) => {
        const { id, disabled_ms } = await requireAccount(db, user);
        const ms = disabled ? (disabled_ms ?? (await clock(db))) : null;
        return toAccount(
          await one(db, sql<AccountRow>`update account set disabled_ms = ${ms} where id = ${id} returning *`),
        );
      }),
    keys: (user) =>
      run(async (db) => {
        const owner = user === undefined ? sql`true` : sql`account_id = ${(await requireAccount(db, user)).id}`;
        const time = await clock(db);
        return (await keysWhere(db, owner)).map((row) => toKey(row, row.user, time));
      }),
    createKey: (user, expires) =>
      change(async (db) => {
        const account = await requireAccount(db, user);
        const time = await clock(db);
        const rows = await keysWhere(db, sql`account_id = ${account.id}`);
        checkRoomForKey(
          account.user,
          rows.map((row) => toKey(row, account.user, time)),
        );
        return addKey(db, account, time, expires);
      }),
    revokeKey: (id) =>
      change(async (db) => {
        const [key] = await keysWhere(db, sql`api_key.id = ${id}`);
        if (!key) throw unknownKey(id);
        const time = await clock(db);
        const revoked_ms = key.revoked_ms ?? time;
        await sql`update api_key set revoked_ms = ${revoked_ms} where id = ${id}`.execute(db);
        return toKey({ ...key, revoked_ms }, key.user, time);
      }),
  };
}

const all = async <Row>(db: Sql, query: RawBuilder<Row>): Promise<Row[]> => (await query.execute(db)).rows;
/** For a query that returns a row unless it throws. */
const one = async <Row>(db: Sql, query: RawBuilder<Row>): Promise<Row> => (await all(db, query))[0] as Row;

/** Milliseconds since 1970, by the engine's clock. */
const engineClock = async (db: Sql): Promise<number> =>
  (await one(db, sql<{ ms: number }>`select engine_ms() as ms`)).ms;

const plans = (db: Sql): Promise<PlanRow[]> => all(db, sql<PlanRow>`select * from plan order by name collate "C"`);

const accounts = (db: Sql): Promise<AccountRow[]> =>
  all(db, sql<AccountRow>`select * from account order by "user" collate "C"`);

async function requirePlan(db: Sql, name: string): Promise<PlanRow> {
  const existing = await plans(db);
  const plan = existing.find((row) => row.name === name);
  if (plan) return plan;
  throw unknownPlan(
    name,
    existing.map((row) => row.name),
  );
}

const findAccount = async (db: Sql, user: string): Promise<AccountRow | undefined> =>
  (await all(db, sql<AccountRow>`select * from account where "user" = ${canonicalUser(user)}`))[0];

async function requireAccount(db: Sql, user: string): Promise<AccountRow> {
  const account = await findAccount(db, user);
  if (account) return account;
  throw unknownAccount(user);
}

const keysWhere = (db: Sql, condition: RawBuilder<unknown>): Promise<(KeyRow & { user: string })[]> =>
  all(
    db,
    sql`select api_key.*, account."user" from api_key join account on account.id = account_id
      where ${condition} order by api_key.id`,
  );

async function addKey(db: Sql, { id, user }: AccountRow, created_ms: number, expires?: Date): Promise<NewKey> {
  const key = newKey();
  const row = await one(
    db,
    sql<KeyRow>`insert into api_key (account_id, prefix, sha256, created_ms, expires_ms)
      values (${id}, ${keyPrefix(key)}, ${keyHash(key)}, ${created_ms}, ${expires?.getTime() ?? null}) returning *`,
  );
  return { ...toKey(row, user, created_ms), key };
}
