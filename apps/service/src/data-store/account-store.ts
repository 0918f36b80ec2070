import { Audit } from '../accounts/audit.ts';
import { isMistypedKey } from '../accounts/credentials.ts';
import { AccountRegistry } from '../accounts/registry.ts';
import type { OnCall } from '../database/batcher.ts';
import { type Migrations, migrate, pendingMigrations, rejectPending } from '../database/migrations.ts';
import type { OpenSql, Sql } from '../database/sql.ts';
import { StorageError } from '../database/storage-error.ts';
import type { Admit } from '../limits/admission.ts';
import { createKeyUse, type KeyUse } from '../limits/key-use.ts';
import { type DailyUsage, readDailyUsage, type UsageRange } from '../quota/daily-usage.ts';
import type { Quota } from '../quota/quota.ts';
import { copyAccounts } from './copy-accounts.ts';

/** What a store of accounts needs of its engine. */
export interface StoreEngine {
  migrations: Migrations;
  /** Makes a place for the tables. @throws UserError if they seem to be lost */
  begin?(options: { mayBeginAnew?: boolean }): void;
  /** @throws UserError if this version cannot use the engine */
  check?(sql: Sql): Promise<void>;
  openSql(): OpenSql;
  /** Opens the tables without changing anything; undefined: there is no place for them yet. */
  openReadOnly(): OpenSql | undefined;
  /** Opens the tables for both requests and administration. */
  openBoth(options: AccountsOptions): OpenSql & { requests(onUse: KeyUse['used']): RequestStore };
  repairClock(sql: Sql): Promise<number>;
  /** Runs the preparation of the tables, again while the engine is not available yet; default: once. */
  onceAvailable?<T>(work: () => Promise<T>): Promise<T>;
  /** Is called after rows were copied into the tables, within the transaction. */
  afterCopy?(sql: Sql): Promise<unknown>;
}

export interface AccountsOptions {
  /** Milliseconds since 1970. */
  now?: () => number;
  /** Milliseconds of a clock that never goes back, for the burst. */
  monotonicNow?: () => number;
  /** Milliseconds that a request waits while another process keeps the accounts locked. Default: a command blocks for 5,000. */
  lockWaitMs?: number;
  /** For a shared database; its calls are `admit` and `charge`. */
  onCall?: OnCall | undefined;
}

/** What an administrator reads and changes. */
export interface Administration extends AsyncDisposable {
  registry: AccountRegistry;
  audit: Audit;
  /** Consultations by day, user and operation. @throws UserError if the user does not exist */
  dailyUsage(range: UsageRange): Promise<DailyUsage[]>;
  /** Dates consultations of a clock that was ahead back to now; returns how many there were. A service may run meanwhile. */
  repairClock(): Promise<number>;
}

type AccountChanges = Omit<Administration, typeof Symbol.asyncDispose>;

/** What requests need. */
export interface RequestStore {
  engine: AccountEngine;
  /** False if another service uses these accounts, and counts bursts and wrong keys for itself. */
  isAlone: boolean;
  admit: Admit;
  quota: Quota;
  /** Resolves if the store can be read and written; it tries both. @throws StorageError otherwise */
  ping(): Promise<void>;
}

/** What keeps the accounts. */
export interface AccountEngine {
  name: string;
  /**
   * How much this process uses of a shared database now: connections, of which busy ones run a query or a transaction, and
   * by call, how many requests wait for the next one.
   */
  load?(): { connections: { busy: number; idle: number }; waiting: Record<string, number> };
}

/** An open store of accounts. Charges that have not resolved when it is closed fail. */
export interface Accounts extends Administration, RequestStore {
  close(): Promise<void>;
}

/** Where accounts and their usage are kept: the tables of an engine. */
export class AccountStore {
  readonly #engine: StoreEngine;

  constructor(engine: StoreEngine) {
    this.#engine = engine;
  }

  /** Returns the names of the migrations that `prepare` would run; changes nothing. */
  async pending(): Promise<string[]> {
    await using sql = this.#engine.openReadOnly();
    return sql ? await this.#pendingIn(sql) : Object.keys(this.#engine.migrations).sort();
  }

  /**
   * Creates what is missing, and records it; returns the names of the migrations that ran.
   * @throws UserError if accounts seem to be lost, unless they may begin anew
   */
  async prepare(options: { mayBeginAnew?: boolean } = {}): Promise<string[]> {
    const { begin, onceAvailable = (work) => work(), openSql, migrations } = this.#engine;
    begin?.(options);
    await using sql = openSql();
    return await onceAvailable(async () => {
      if ((await this.#pendingIn(sql)).length === 0) return [];
      return sql.change(async (sql) => {
        const ran = await migrate(sql, migrations);
        if (ran.length > 0) await new Audit(sql).record({ what: 'migrate', details: { ran: ran.join(',') } });
        return ran;
      });
    });
  }

  /** Opens the tables for a command. @throws UserError if they are missing or of another version; StorageError */
  async administer(): Promise<Administration> {
    const sql = await this.#openMigrated();
    return { ...this.#administration(sql), [Symbol.asyncDispose]: sql[Symbol.asyncDispose] };
  }

  /** Runs changes of a command in one transaction. @throws as `administer` does; whatever `work` throws, and nothing has changed */
  async change<T>(work: (accounts: AccountChanges) => Promise<T>): Promise<T> {
    await using sql = await this.#openMigrated();
    return await sql.change((sql) => work(this.#administration(sql)));
  }

  /** Opens the tables for requests. @throws as `administer` does */
  async open(options: AccountsOptions = {}): Promise<Accounts> {
    const both = await this.#checked(this.#engine.openBoth(options));
    const keyUse = createKeyUse(both, options.now);
    const requests = rejectingEarly(both.requests(keyUse.used));
    const close = async () => {
      await keyUse.close();
      await both[Symbol.asyncDispose]();
    };
    return { ...this.#administration(both), ...requests, close, [Symbol.asyncDispose]: close };
  }

  /** Copies all rows of another store, in one state, or none. @throws UserError if this store has accounts */
  async copyFrom(source: AccountStore): Promise<void> {
    await using from = await source.#openMigrated();
    await using to = await this.#openMigrated();
    await from.snapshot((from) =>
      to.change(async (to) => {
        await copyAccounts(from, to);
        await this.#engine.afterCopy?.(to);
      }),
    );
  }

  #openMigrated(): Promise<OpenSql> {
    return this.#checked(this.#engine.openSql());
  }

  /** Closes tables of another version. @throws UserError then */
  async #checked<T extends OpenSql>(sql: T): Promise<T> {
    try {
      rejectPending(sql.location, await this.#pendingIn(sql), this.#engine.migrations);
      return sql;
    } catch (error) {
      await sql[Symbol.asyncDispose]();
      throw error;
    }
  }

  async #pendingIn(sql: Sql): Promise<string[]> {
    await this.#engine.check?.(sql);
    return pendingMigrations(sql, this.#engine.migrations);
  }

  #administration(sql: Sql): AccountChanges {
    const registry = new AccountRegistry(sql);
    return {
      registry,
      audit: new Audit(sql),
      async dailyUsage(range) {
        if (range.user !== undefined) await registry.account(range.user);
        return readDailyUsage(sql, range);
      },
      repairClock: () => this.#engine.repairClock(sql),
    };
  }
}

/**
 * Rejects mistyped keys without a look at the accounts. Once a ping has found the accounts damaged, all requests fail until
 * another one succeeds: a backup that is restored later would not have their charges.
 */
function rejectingEarly(requests: RequestStore): RequestStore {
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
        if (error instanceof StorageError && error.reason === 'damaged') damage = error;
        throw error;
      }
    },
  };
}
