import type { DataStore } from './data-store.ts';
import { createSqliteDataStore } from './sqlite/data-store.ts';

/**
 * The stores of a data directory; opens no file yet. The one place that chooses an implementation.
 * @param root path of the directory
 */
export const openDataStore = (root: string): DataStore => createSqliteDataStore(root);
