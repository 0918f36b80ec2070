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

/** The engine-specific operations of an account store. */
export interface StoreEngine {
  migrations: Migrations;
  /** Creates the file for the tables. @throws UserError if the accounts may be lost */
  begin?(options: { mayBeginAnew?: boolean }): void;
  /** Checks the engine. @throws UserError if this version cannot use the engine */
  check?(sql: Sql): Promise<void>;
  openSql(): OpenSql;
  /** Opens the tables without changing them; returns undefined if their file does not exist yet. */
  openReadOnly(): OpenSql | undefined;
  /** Opens the tables for both requests and administration. */
  openBoth(options: AccountsOptions): OpenSql & { requests(onUse: KeyUse['used']): RequestStore };
  repairClock(sql: Sql): Promise<number>;
  /** Runs `work`, which prepares the tables, and repeats it until the engine is available; default: runs `work` once. */
  onceAvailable?<T>(work: () => Promise<T>): Promise<T>;
  /** Called after rows have been copied into the tables, within the same transaction. */
  afterCopy?(sql: Sql): Promise<unknown>;
}

export interface AccountsOptions {
  /** Returns milliseconds since 1970. */
  now?: () => number;
  /** Returns the time of a monotonic clock in milliseconds, for the burst limit. */
  monotonicNow?: () => number;
  /** Milliseconds that a request waits while another process locks the accounts. Default: statements block for up to 5,000 ms. */
  lockWaitMs?: number;
  /** Called after each call (`admit` or `charge`) to a shared database. */
  onCall?: OnCall | undefined;
}

/** Access to the accounts for administration. */
export interface Administration extends AsyncDisposable {
  registry: AccountRegistry;
  audit: Audit;
  /** Returns consultations by day, user and operation. @throws UserError if the user does not exist */
  dailyUsage(range: UsageRange): Promise<DailyUsage[]>;
  /** Sets consultations dated in the future to the current time; returns their number. The service may run meanwhile. */
  repairClock(): Promise<number>;
}

type AccountChanges = Omit<Administration, typeof Symbol.asyncDispose>;

/** Access to the accounts for requests. */
export interface RequestStore {
  engine: AccountEngine;
  /** False if another service uses the same accounts, but counts bursts and wrong keys separately. */
  isAlone: boolean;
  admit: Admit;
  quota: Quota;
  /** Checks that the store can be read and written. @throws StorageError if a check fails */
  ping(): Promise<void>;
}

/** The engine that stores the accounts. */
export interface AccountEngine {
  name: string;
  /**
   * Returns this process's current use of a shared database: connections (busy connections run a query or a transaction), and the
   * number of waiting requests by call.
   */
  load?(): { connections: { busy: number; idle: number }; waiting: Record<string, number> };
}

/** An open account store. Pending charges fail when it is closed. */
export interface Accounts extends Administration, RequestStore {
  close(): Promise<void>;
}

/** A store of accounts and their usage, in the tables of an engine. */
export class AccountStore {
  readonly #engine: StoreEngine;

  constructor(engine: StoreEngine) {
    this.#engine = engine;
  }

  /** Returns the names of the migrations that `prepare` would run, without changes. */
  async pending(): Promise<string[]> {
    await using sql = this.#engine.openReadOnly();
    return sql ? await this.#pendingIn(sql) : Object.keys(this.#engine.migrations).sort();
  }

  /**
   * Creates and migrates the tables, and records the migrations; returns the names of the migrations that ran.
   * @throws UserError if the accounts may be lost, except with `mayBeginAnew`
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

  /** Opens the tables for a command. @throws UserError if they are missing or require a different version; StorageError */
  async administer(): Promise<Administration> {
    const sql = await this.#openMigrated();
    return { ...this.#administration(sql), [Symbol.asyncDispose]: sql[Symbol.asyncDispose] };
  }

  /** Runs changes in one transaction, which is rolled back if `work` throws. @throws errors from `work` and `administer` */
  async change<T>(work: (accounts: AccountChanges) => Promise<T>): Promise<T> {
    await using sql = await this.#openMigrated();
    return await sql.change((sql) => work(this.#administration(sql)));
  }

  /** Opens the tables for requests. @throws the same errors as `administer` */
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

  /** Copies all rows of another store in one consistent state. @throws UserError if this store has accounts */
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

  /** Returns the tables, or closes them and throws. @throws UserError if migrations are pending or the engine is unusable */
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
 * Rejects mistyped keys without reading the accounts. If a ping detects damaged accounts, all requests fail until a ping succeeds,
 * because a later restore of a backup would lose their charges.
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
