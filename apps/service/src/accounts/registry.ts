import { UserError } from '@vehicle-lookup/toolkit/command-line';
import type { Sql } from '../database/sql.ts';
import type { AccountEntry, KeyEntry, NewKey } from './account.ts';
import { canonicalUser, checkUserName, keyHash, keyPrefix, newKey } from './credentials.ts';
import { changedPlan, type Plan, type PlanChanges, toPlan } from './plan.ts';
import {
  type AccountRow,
  checkRoomForKey,
  type KeyRow,
  planNamed,
  quoted,
  rotatedKeys,
  toAccount,
  toKey,
} from './rules.ts';

/**
 * Administration of plans, accounts and keys. A change is durable once its promise resolves, and applies from the next request on
 * in every process. All methods throw a UserError for an unknown name. Database triggers create and delete an account's rows in
 * other tables.
 */
export class AccountRegistry {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  plans(): Promise<Plan[]> {
    return plans(this.#sql);
  }

  /**
   * Creates or changes a plan in one transaction. A change applies to all accounts with the plan.
   * @throws UserError under the same conditions as changedPlan
   */
  setPlan(name: string, changes: PlanChanges): Promise<Plan> {
    return this.#sql.change(async (sql) => {
      const existing = (await plans(sql)).find((plan) => plan.name === name);
      const plan = changedPlan(name, existing, changes);
      const text = `insert into plan (name, settings) values ($1, $2)
        on conflict (name) do update set settings = excluded.settings`;
      await sql.query(text, name, JSON.stringify({ ...plan, name: undefined }));
      return plan;
    });
  }

  /** Deletes an unused plan. @throws UserError if an account has the plan */
  deletePlan(name: string): Promise<Plan> {
    return this.#sql.change(async (sql) => {
      const plan = planNamed(name, await plans(sql));
      const text = 'select * from account where plan = $1 order by "user"';
      const [first, ...others] = await sql.query<AccountRow>(text, name);
      if (first) {
        throw new UserError(
          `plan ${name} has ${others.length === 0 ? 'an account' : `${others.length + 1} accounts`}, ${first.user} for example; ` +
            'first change the plan: account set-plan --user NAME --plan PLAN',
        );
      }
      await sql.query('delete from plan where name = $1', name);
      return plan;
    });
  }

  /** Returns all accounts, sorted by user. */
  async accounts(): Promise<AccountEntry[]> {
    return (await this.#sql.query<AccountRow>('select * from account order by "user"')).map(toAccount);
  }

  async account(user: string): Promise<AccountEntry> {
    return toAccount(await accountOf(this.#sql, user));
  }

  /** Creates an account with its first key. @throws UserError if the user exists or the name is invalid */
  createAccount(text: string, plan: string): Promise<{ account: AccountEntry; key: NewKey }> {
    return this.#sql.change(async (sql) => {
      const user = checkUserName(text);
      planNamed(plan, await plans(sql));
      if (await findAccount(sql, user)) {
        throw new UserError(`account ${user} already exists. For another key, run: key create --user ${user}`);
      }
      const now = await sql.now();
      const insert = 'insert into account ("user", plan, created_ms) values ($1, $2, $3)';
      const account = await change(sql, insert, user, plan, now);
      return { account, key: await addKey(sql, account, now) };
    });
  }

  /**
   * Changes the plan of an account. Earlier consultations also count in the new plan's window, but consultations older than the
   * longest window of any plan have been deleted.
   */
  setAccountPlan(user: string, plan: string): Promise<AccountEntry> {
    return this.#sql.change(async (sql) => {
      planNamed(plan, await plans(sql));
      const { id } = await accountOf(sql, user);
      return change(sql, 'update account set plan = $1 where id = $2', plan, id);
    });
  }

  /** Erases an account, its keys and its consultations. Its daily usage is added to the usage of deleted accounts. */
  deleteAccount(user: string): Promise<AccountEntry> {
    return this.#sql.change(async (sql) => {
      const account = await accountOf(sql, user);
      await sql.query('delete from account where id = $1', account.id);
      return toAccount(account);
    });
  }

  setDisabled(user: string, disabled: boolean): Promise<AccountEntry> {
    return this.#sql.change(async (sql) => {
      const { id, disabled_ms } = await accountOf(sql, user);
      const ms = disabled ? (disabled_ms ?? (await sql.now())) : null;
      return change(sql, 'update account set disabled_ms = $1 where id = $2', ms, id);
    });
  }

  /** Returns the keys of one account or of all accounts, oldest first. */
  async keys(user?: string): Promise<KeyEntry[]> {
    const rows = await (user === undefined
      ? keysWhere(this.#sql, 'true')
      : keysOf(this.#sql, await this.account(user)));
    const now = await this.#sql.now();
    return rows.map((row) => toKey(row, now));
  }

  /** Creates a key. @throws UserError if the account already has two live keys */
  createKey(user: string, expires?: Date): Promise<NewKey> {
    return this.#sql.change(async (sql) => {
      const account = await accountOf(sql, user);
      const now = await sql.now();
      checkRoomForKey(account.user, await keysOf(sql, account), now);
      return addKey(sql, account, now, expires);
    });
  }

  /**
   * Creates a key. The latest live key expires after the overlap. If there are two live keys, the key that expires first expires now.
   * @throws UserError if there are two live keys that do not expire
   */
  rotateKey(user: string, overlapSeconds: number): Promise<{ key: NewKey; expiring: KeyEntry[] }> {
    return this.#sql.change(async (sql) => {
      const account = await accountOf(sql, user);
      const now = await sql.now();
      const expiring = rotatedKeys(account.user, await keysOf(sql, account), now, overlapSeconds * 1000);
      for (const { id, expires_ms } of expiring) {
        await sql.query('update api_key set expires_ms = $1 where id = $2', expires_ms, id);
      }
      return { key: await addKey(sql, account, now), expiring: expiring.map((row) => toKey(row, now)) };
    });
  }

  revokeKey(id: number): Promise<KeyEntry> {
    return this.#sql.change(async (sql) => {
      const [key] = await keysWhere(sql, 'api_key.id = $1', id);
      if (!key) throw new UserError(`key ${id} does not exist. To see all keys, run: key list`);
      const now = await sql.now();
      const revoked_ms = key.revoked_ms ?? now;
      await sql.query('update api_key set revoked_ms = $1 where id = $2', revoked_ms, id);
      return toKey({ ...key, revoked_ms }, now);
    });
  }
}

async function plans(sql: Sql): Promise<Plan[]> {
  const rows = await sql.query<{ name: string; settings: string }>('select name, settings from plan order by name');
  return rows.map(({ name, settings }) => toPlan(name, settings));
}

const findAccount = async (sql: Sql, user: string): Promise<AccountRow | undefined> =>
  (await sql.query<AccountRow>('select * from account where "user" = $1', canonicalUser(user)))[0];

async function accountOf(sql: Sql, user: string): Promise<AccountRow> {
  const account = await findAccount(sql, user);
  if (account) return account;
  throw new UserError(`account${quoted(user)} does not exist. To see all accounts, run: account list`);
}

/** Changes an account, and returns it. @param text statement that changes one account */
async function change(sql: Sql, text: string, ...values: (string | number | null)[]): Promise<AccountEntry> {
  const [row] = await sql.query<AccountRow>(`${text} returning *`, ...values);
  return toAccount(row as AccountRow);
}

const keysWhere = (sql: Sql, condition: string, ...values: number[]): Promise<KeyRow[]> =>
  sql.query(
    `select api_key.*, account."user" from api_key join account on account.id = account_id
     where ${condition} order by api_key.id`,
    ...values,
  );

const keysOf = (sql: Sql, { id }: { id: number }): Promise<KeyRow[]> => keysWhere(sql, 'account_id = $1', id);

async function addKey(sql: Sql, account: { id: number; user: string }, now: number, expires?: Date): Promise<NewKey> {
  const key = newKey();
  const text = `insert into api_key (account_id, prefix, sha256, created_ms, expires_ms) values ($1, $2, $3, $4, $5)
    returning *`;
  const values = [account.id, keyPrefix(key), keyHash(key), now, expires?.getTime() ?? null];
  const [row] = await sql.query<KeyRow>(text, ...values);
  return { ...toKey({ ...(row as KeyRow), user: account.user }, now), key };
}
