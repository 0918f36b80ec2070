export type SqlValue = string | number | null;

/**
 * The tables, for administration: every statement is valid in SQLite and in PostgreSQL (`$1`, `"user"` in quotes,
 * `cast(… as …)`). Admissions and charges have statements of their own, because there the engines differ most.
 * Every method throws a StorageError if the database fails.
 */
export interface Sql {
  /** A path or `host:port/database`, for messages. */
  location: string;
  query<Row>(text: string, ...values: SqlValue[]): Promise<Row[]>;
  /** The rows of a query, some thousand at a time; only within `snapshot`. */
  pages<Row>(text: string): AsyncIterable<Row[]>;
  insert(table: string, columns: readonly string[], rows: readonly Record<string, SqlValue>[]): Promise<void>;
  /** Runs one transaction; the changes of all processes run one after another. It is rolled back if `work` throws. */
  change<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** Runs reads that all see the tables in one state, while others change them. */
  snapshot<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  hasTable(name: string): Promise<boolean>;
  /** Milliseconds since 1970, by the clock that dates consultations. */
  now(): Promise<number>;
}

/** Tables with a connection of their own. */
export interface OpenSql extends Sql, AsyncDisposable {}

/** Rows of one page. */
export const PAGE = 5_000;
