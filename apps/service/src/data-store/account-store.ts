import { Audit } from '../accounts/audit.ts';
import { isMistypedKey } from '../accounts/credentials.ts';
import { AccountRegistry } from '../accounts/registry.ts';
import { type Migrations, migrate, pendingMigrations, rejectPending } from '../database/migrations.ts';
import type { OpenSql, Sql } from '../database/sql.ts';
import { StorageError } from '../database/storage-error.ts';
import { createKeyUse, type KeyUse } from '../limits/key-use.ts';
import { readDailyUsage } from '../quota/daily-usage.ts';
import { copyAccounts } from './copy-accounts.ts';
import type { AccountStore, Accounts, AccountsOptions, Administration, RequestStore } from './data-store.ts';

/** What a store of accounts needs of its engine. */
export interface Engine {
  migrations: Migrations;
  /** Makes a place for the tables. @throws UserError if they seem to be lost */
  begin?(options: { mayBeginAnew?: boolean }): void;
  /** @throws UserError if this version cannot use the engine */
  check?(sql: Sql): Promise<void>;
  openSql(): OpenSql;
  /** Opens the tables without changing anything; undefined: there is no place for them yet. */
  openReadOnly(): OpenSql | undefined;
  /** Opens the tables for requests, and for administration beside them. */
  openBoth(options: AccountsOptions): OpenSql & { requests(onUse: KeyUse['used']): Omit<RequestStore, 'close'> };
  repairClock(sql: Sql): Promise<number>;
  /** Is called after rows were copied into the tables, within the transaction. */
  afterCopy?(sql: Sql): Promise<unknown>;
}

/** Accounts, and the usage of each, in the tables of an engine. */
export function createAccountStore(engine: Engine): AccountStore {
  const { migrations } = engine;

  async function pending(sql: Sql): Promise<string[]> {
    await engine.check?.(sql);
    return pendingMigrations(sql, migrations);
  }

  /** Opens tables of this version. */
  async function opened<T extends OpenSql>(open: () => T): Promise<T> {
    const sql = open();
    try {
      rejectPending(sql.location, await pending(sql), migrations);
      return sql;
    } catch (error) {
      await sql.close();
      throw error;
    }
  }

  async function using<T>(sql: OpenSql, work: (sql: Sql) => Promise<T>): Promise<T> {
    try {
      return await work(sql);
    } finally {
      await sql.close();
    }
  }

  function administration(sql: Sql): Omit<Administration, 'close'> {
    const registry = new AccountRegistry(sql);
    return {
      registry,
      audit: new Audit(sql),
      usage: {
        async daily(range) {
          if (range.user !== undefined) await registry.account(range.user);
          return readDailyUsage(sql, range);
        },
        repairClock: () => engine.repairClock(sql),
      },
    };
  }

  return {
    async pending() {
      const sql = engine.openReadOnly();
      return sql ? using(sql, pending) : Object.keys(migrations).sort();
    },
    async prepare(options = {}) {
      engine.begin?.(options);
      return using(engine.openSql(), async (sql) => {
        if ((await pending(sql)).length === 0) return [];
        return sql.change(async (sql) => {
          const ran = await migrate(sql, migrations);
          if (ran.length > 0) await new Audit(sql).record({ what: 'migrate', details: { ran: ran.join(',') } });
          return ran;
        });
      });
    },
    async administer() {
      const sql = await opened(engine.openSql);
      return { ...administration(sql), close: sql.close };
    },
    async open(options = {}) {
      const both = await opened(() => engine.openBoth(options));
      const keyUse = createKeyUse(both, options.now);
      return {
        ...administration(both),
        ...rejectingEarly(both.requests(keyUse.used)),
        async close() {
          await keyUse.close();
          await both.close();
        },
      };
    },
    snapshot: async (work) => using(await opened(engine.openSql), (sql) => sql.snapshot(work)),
    copyFrom: async (source) =>
      using(await opened(engine.openSql), (sql) =>
        source.snapshot((from) =>
          sql.change(async (to) => {
            await copyAccounts(from, to);
            await engine.afterCopy?.(to);
          }),
        ),
      ),
  };
}

/**
 * Rejects mistyped keys without a look at the accounts. Once a ping has found the accounts damaged, all requests fail until
 * another one succeeds: a backup that is restored later would not have their charges.
 */
function rejectingEarly<T extends Pick<Accounts, 'admit' | 'ping'>>(requests: T): T {
  let damage: StorageError | undefined;
  return {
    ...requests,
    admit: (user, key, address) => {
      if (damage) return Promise.reject(damage);
      if (isMistypedKey(key)) return Promise.resolve({ outcome: 'wrong-credentials' });
      return requests.admit(user, key, address);
    },
    async ping() {
      try {
        await requests.ping();
        damage = undefined;
      } catch (error) {
        damage = error instanceof StorageError && error.reason === 'damaged' ? error : undefined;
        throw error;
      }
    },
  };
}
