import type { DataStore } from '../../../src/data-store/data-store.ts';

/** Opens a new, empty place for data; it is removed at the end of the test. */
export type NewDataStore = () => Promise<DataStore>;

/** What every implementation has to do, by name. */
export type Cases = Record<string, (newDataStore: NewDataStore) => Promise<void>>;
