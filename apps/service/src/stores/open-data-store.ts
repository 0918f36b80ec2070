import type { DataStore } from './data-store.ts';

/**
 * The stores of a data directory; opens no file yet. The one place that chooses an implementation, and it loads only the
 * chosen one.
 * @param root path of the directory
 */
export async function openDataStore(root: string): Promise<DataStore> {
  const { createSqliteDataStore } = await import('./sqlite/data-store.ts');
  return createSqliteDataStore(root);
}
