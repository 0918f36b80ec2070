import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type DialectAdapter,
  type Driver,
  Kysely,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteStatement,
} from 'kysely';
import { withStorageErrors } from './storage-error.ts';

type Parameters = readonly unknown[];
const values = (parameters: Parameters): SQLInputValue[] => parameters as SQLInputValue[];

/** The few methods that Kysely's SQLite dialect needs, on node:sqlite. */
function adapt(db: DatabaseSync): SqliteDatabase {
  const path = db.location() ?? ':memory:';
  const prepare = (sql: string): SqliteStatement => {
    const statement = withStorageErrors(path, () => db.prepare(sql));
    return {
      reader: statement.columns().length > 0,
      all: (parameters: Parameters) => withStorageErrors(path, () => statement.all(...values(parameters))),
      run: (parameters: Parameters) => withStorageErrors(path, () => statement.run(...values(parameters))),
      iterate: (parameters: Parameters) => statement.iterate(...values(parameters)),
    };
  };
  return { prepare, close: () => db.close() };
}

/** SQLite can roll back a change of schema, so a migration is whole or absent. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class NodeSqliteDialect extends SqliteDialect {
  readonly #db: DatabaseSync;

  constructor(db: DatabaseSync) {
    super({ database: adapt(db) });
    this.#db = db;
  }

  override createAdapter(): DialectAdapter {
    return new TransactionalAdapter();
  }

  /** Transactions take the write lock at once: a deferred one fails when another process writes in between. */
  override createDriver(): Driver {
    const driver = super.createDriver();
    driver.beginTransaction = async (connection: DatabaseConnection) => {
      await connection.executeQuery(CompiledQuery.raw('begin immediate'));
    };
    // Some errors, a full disk among them, have rolled back already.
    driver.rollbackTransaction = async (connection: DatabaseConnection) => {
      if (this.#db.isTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'));
    };
    return driver;
  }
}

/**
 * Kysely over an open database. Its transactions take the write lock at their beginning. Queries reject with a
 * StorageError where the file is what failed; `destroy()` closes the database.
 */
export function kyselyOver<Tables>(db: DatabaseSync): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new NodeSqliteDialect(db) });
}
