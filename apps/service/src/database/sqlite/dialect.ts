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
import { pathOf } from './open-database.ts';
import { withStorageErrors } from './storage-errors.ts';

type Parameters = readonly unknown[];
const values = (parameters: Parameters): SQLInputValue[] => parameters as SQLInputValue[];

/** The few methods that Kysely's SQLite dialect needs, on node:sqlite. */
function adapt(db: DatabaseSync): SqliteDatabase {
  const path = pathOf(db);
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

/** SQLite can roll back a change of schema, so a migration runs completely or not at all. */
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

  /** Transactions take the write lock at once: a deferred one fails if another process writes in between. */
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
 * StorageError if the file is what failed; `destroy()` closes the database.
 */
export function kyselyOver<Tables>(db: DatabaseSync): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new NodeSqliteDialect(db) });
}
