import type { Database, SqlQuery } from '../database/postgres/database.ts';
import type { AccountEntry, AccountRegistry, NewKey } from './account.ts';
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
import { canonicalUser, checkUserName, keyHash, keyPrefix, newKey, userHash } from './credentials.ts';

/** What other subjects keep of an account. Both run within the transaction that changes the account. */
export interface AccountHooks {
  onCreate(query: SqlQuery, accountId: number): Promise<void>;
  onDelete(query: SqlQuery, accountId: number): Promise<void>;
}

/** Held by every change of plans, accounts and keys: they come one after another, as rules about several rows need it. */
const LOCK = 7_310_420_017;

/** @param now replaces the engine's clock, in tests */
export function createPostgresRegistry(
  { query: read, transaction }: Database,
  { onCreate, onDelete }: AccountHooks,
  now?: () => number,
): AccountRegistry {
  const clock = async (query: SqlQuery): Promise<number> => now?.() ?? (await engineClock(query));
  const change = <T>(work: (query: SqlQuery) => Promise<T>): Promise<T> =>
    transaction(async (query) => {
      await query('select pg_advisory_xact_lock($1::bigint)', [LOCK]);
      return work(query);
    });

  return {
    plans: async () => (await plans(read)).map(toPlan),
    setPlan: (name, make) =>
      change(async (query) => {
        const plan = changedPlan(name, await plans(query), make);
        const { limit_n, window_s, burst, excluded } = fromPlan(plan);
        const text = `insert into plan (name, limit_n, window_s, burst, excluded) values ($1, $2, $3, $4, $5)
          on conflict (name) do update set limit_n = excluded.limit_n, window_s = excluded.window_s,
            burst = excluded.burst, excluded = excluded.excluded`;
        await query(text, [name, limit_n, window_s, burst, excluded]);
        return plan;
      }),
    deletePlan: (name) =>
      change(async (query) => {
        const plan = planNamed(name, await plans(query));
        checkUnusedPlan(name, await accounts(query));
        await query('delete from plan where name = $1', [name]);
        return toPlan(plan);
      }),
    accounts: async () => (await accounts(read)).map(toAccount),
    account: async (user) => toAccount(await requireAccount(read, user)),
    createAccount: (text, plan) =>
      change(async (query) => {
        const user = checkUserName(text);
        planNamed(plan, await plans(query));
        if (await findAccount(query, user)) throw existingAccount(user);
        const created_ms = await clock(query);
        // Requests find an account by the hash: no text that a client typed is sent to the engine, which may log it.
        const account = await changeAccount(
          query,
          'insert into account ("user", user_sha256, plan, created_ms) values ($1, $2, $3, $4)',
          [user, userHash(user), plan, created_ms],
        );
        await onCreate(query, account.id);
        return { account, key: await addKey(query, account, created_ms) };
      }),
    setAccountPlan: (user, plan) =>
      change(async (query) => {
        planNamed(plan, await plans(query));
        const { id } = await requireAccount(query, user);
        return changeAccount(query, 'update account set plan = $1 where id = $2', [plan, id]);
      }),
    deleteAccount: (user) =>
      change(async (query) => {
        const { id } = await requireAccount(query, user);
        await onDelete(query, id);
        await query('delete from api_key where account_id = $1', [id]);
        return changeAccount(query, 'delete from account where id = $1', [id]);
      }),
    setDisabled: (user, disabled) =>
      change(async (query) => {
        const { id, disabled_ms } = await requireAccount(query, user);
        const ms = disabled ? (disabled_ms ?? (await clock(query))) : null;
        return changeAccount(query, 'update account set disabled_ms = $1 where id = $2', [ms, id]);
      }),
    keys: async (user) => {
      const owner = user === undefined ? null : (await requireAccount(read, user)).id;
      const time = await clock(read);
      const rows = await keysWhere(read, '$1::integer is null or account_id = $1', owner);
      return rows.map((row) => toKey(row, row.user, time));
    },
    createKey: (user, expires) =>
      change(async (query) => {
        const account = await requireAccount(query, user);
        const time = await clock(query);
        const keys = await keysWhere(query, 'account_id = $1', account.id);
        checkRoomForKey(account.user, keys, time);
        return addKey(query, account, time, expires);
      }),
    revokeKey: (id) =>
      change(async (query) => {
        const [key] = await keysWhere(query, 'api_key.id = $1', id);
        if (!key) throw unknownKey(id);
        const time = await clock(query);
        const revoked_ms = key.revoked_ms ?? time;
        await query('update api_key set revoked_ms = $1 where id = $2', [revoked_ms, id]);
        return toKey({ ...key, revoked_ms }, key.user, time);
      }),
  };
}

/** Milliseconds since 1970, by the engine's clock. */
async function engineClock(query: SqlQuery): Promise<number> {
  const [row] = await query<{ ms: number }>('select engine_ms() as ms');
  return row?.ms ?? Number.NaN;
}

const plans = (query: SqlQuery): Promise<PlanRow[]> => query('select * from plan order by name collate "C"');

const accounts = (query: SqlQuery): Promise<AccountRow[]> => query('select * from account order by "user" collate "C"');

const findAccount = async (query: SqlQuery, user: string): Promise<AccountRow | undefined> =>
  (await query<AccountRow>('select * from account where "user" = $1', [canonicalUser(user)]))[0];

const requireAccount = async (query: SqlQuery, user: string): Promise<AccountRow> =>
  foundAccount(user, await findAccount(query, user));

/** @param text a statement that changes one account */
async function changeAccount(query: SqlQuery, text: string, values: readonly unknown[]): Promise<AccountEntry> {
  const [row] = await query<AccountRow>(`${text} returning *`, values);
  return toAccount(row as AccountRow);
}

const keysWhere = (query: SqlQuery, condition: string, value: number | null): Promise<(KeyRow & { user: string })[]> =>
  query(
    `select api_key.*, account."user" from api_key join account on account.id = account_id
     where ${condition} order by api_key.id`,
    [value],
  );

async function addKey(
  query: SqlQuery,
  { id, user }: Pick<AccountEntry, 'id' | 'user'>,
  created_ms: number,
  expires?: Date,
): Promise<NewKey> {
  const key = newKey();
  const text = `insert into api_key (account_id, prefix, sha256, created_ms, expires_ms) values ($1, $2, $3, $4, $5)
    returning *`;
  const values = [id, keyPrefix(key), keyHash(key), created_ms, expires?.getTime() ?? null];
  const [row] = await query<KeyRow>(text, values);
  return { ...toKey(row as KeyRow, user, created_ms), key };
}

/** @param now replaces the engine's clock, in tests */
export const createPostgresAudit = ({ query }: Database, now?: () => number): Audit => ({
  async record({ who, what, user, details }) {
    await query(
      'insert into audit (ts_ms, who, what, "user", details) values (coalesce($1::bigint, engine_ms()), $2, $3, $4, $5)',
      [now?.(), who, what, user === undefined ? null : canonicalUser(user), JSON.stringify(details)],
    );
  },
  events: async (afterId = 0) =>
    (await query<AuditRow>('select * from audit where id > $1 order by id', [afterId])).map(toAuditEvent),
});

/** Erases the name of an account, within the transaction that deletes it. */
export const eraseFromAudit = async (query: SqlQuery, accountId: number): Promise<void> =>
  void (await query('update audit set "user" = null where "user" = (select "user" from account where id = $1)', [
    accountId,
  ]));
