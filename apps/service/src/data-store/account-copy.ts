import type { AccountTables } from '../accounts/account-tables.ts';

type Row<Name extends keyof AccountTables> = {
  [Column in keyof AccountTables[Name]]: AccountTables[Name][Column] extends { __select__: infer Value }
    ? Value
    : AccountTables[Name][Column];
};

/** Rows of one table. Tables come in the order in which they refer to each other. */
export type TableRows =
  | { table: 'plan'; rows: Row<'plan'>[] }
  | { table: 'account'; rows: (Omit<Row<'account'>, 'id'> & { id: number })[] }
  | { table: 'api_key'; rows: (Omit<Row<'api_key'>, 'id'> & { id: number })[] }
  | { table: 'usage'; rows: Row<'usage'>[] }
  | { table: 'daily_usage'; rows: Row<'daily_usage'>[] };

export type AddRows = (rows: TableRows) => Promise<void>;

/** How many of each were copied. */
export type CopyCounts = Record<TableRows['table'], number>;

export const noCounts = (): CopyCounts => ({
  plan: 0,
  account: 0,
  api_key: 0,
  usage: 0,
  daily_usage: 0,
});

/** Rows that are read, and written, in one step. */
export const COPY_STEP = 5_000;
