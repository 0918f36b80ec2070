import type { DataStore } from '../../../src/data-store/data-store.ts';

/** Opens a new, empty data store, which is removed at the end of the test. */
export type NewDataStore = () => Promise<DataStore>;

/** Test cases for every implementation, keyed by name. */
export type Cases = Record<string, (newDataStore: NewDataStore) => Promise<void>>;
