/** The columns that are copied from one engine to another. Tables come in the order in which they refer to each other. */
export const COPIED_TABLES = {
  plan: ['name', 'limit_n', 'window_s', 'burst', 'excluded'],
  account: ['id', 'user', 'plan', 'created_ms', 'disabled_ms'],
  api_key: ['id', 'account_id', 'prefix', 'sha256', 'created_ms', 'expires_ms', 'revoked_ms'],
  usage: ['account_id', 'seq', 'ts_ms'],
  daily_usage: ['day', 'account_id', 'operation', 'consultations'],
  audit: ['id', 'ts_ms', 'who', 'what', 'user', 'details'],
} as const;

export type CopiedTable = keyof typeof COPIED_TABLES;
export const copiedTables = Object.keys(COPIED_TABLES) as CopiedTable[];

/** Values by column. */
export type CopiedRow = Record<string, string | number | null | Uint8Array>;
export type AddRows = (table: CopiedTable, rows: CopiedRow[]) => Promise<void>;

/** How many rows of each table were copied. */
export type CopyCounts = Record<CopiedTable, number>;
export const noCounts = (): CopyCounts => ({ plan: 0, account: 0, api_key: 0, usage: 0, daily_usage: 0, audit: 0 });

/** Rows that are read, and written, in one step. */
export const COPY_STEP = 5_000;
