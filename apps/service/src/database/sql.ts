export type SqlValue = string | number | null;

/**
 * Access to the tables for administration: every statement is valid in SQLite and in PostgreSQL (`$1`, `"user"` in quotes,
 * `cast(… as …)`). Admissions and charges use engine-specific statements, because the engines differ most in these operations.
 * Every method throws a StorageError if the database fails.
 */
export interface Sql {
  /** Path or `host:port/database`, for messages. */
  location: string;
  query<Row>(text: string, ...values: SqlValue[]): Promise<Row[]>;
  /** Yields the rows of a query in pages of PAGE rows; use only within `snapshot`. */
  pages<Row>(text: string): AsyncIterable<Row[]>;
  insert(table: string, columns: readonly string[], rows: readonly Record<string, SqlValue>[]): Promise<void>;
  /** Runs one transaction, which is rolled back if `work` throws. The changes of all processes run one after another. */
  change<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** Runs reads on one consistent state of the tables, even while other processes change them. */
  snapshot<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  hasTable(name: string): Promise<boolean>;
  /** Returns milliseconds since 1970 from the clock that dates consultations. */
  now(): Promise<number>;
}

/** Tables with a separate connection, which must be closed. */
export interface OpenSql extends Sql, AsyncDisposable {}

/** Number of rows in a page. */
export const PAGE = 5_000;
