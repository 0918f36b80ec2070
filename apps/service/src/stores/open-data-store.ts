import type { DataStore } from './data-store.ts';
import { createSqliteDataStore } from './sqlite/data-store.ts';

/**
 * The stores of a data directory; with DATABASE_URL, accounts and usage are in that PostgreSQL instead. Opens nothing yet.
 * The one place that chooses an implementation; without the variable, nothing of the other one is loaded.
 * @param root path of the directory
 * @throws UserError if DATABASE_URL is invalid
 */
export async function openDataStore(root: string): Promise<DataStore> {
  const files = createSqliteDataStore(root);
  const { DATABASE_URL: url } = process.env;
  if (!url) return files;
  const { createPostgresDataStore } = await import('./postgres/data-store.ts');
  return createPostgresDataStore(files, url);
}
