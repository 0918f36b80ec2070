import { join } from 'node:path';
import { moduleNames } from '@vehicle-lookup/modules';
import { describe, test } from 'vitest';
import type { DataStore } from '../../../src/data-store/data-store.ts';

/** Opens a new, empty place for data; it is removed at the end of the test. */
export type NewDataStore = () => Promise<DataStore>;

/** What every implementation has to do, by name. */
export type Cases = Record<string, (newDataStore: NewDataStore) => Promise<void>>;

const CASES = join(import.meta.dirname, 'cases');

/** Tests an implementation of the stores: every case of every file in `cases/`. */
export async function describeConformance(newDataStore: NewDataStore): Promise<void> {
  for (const name of moduleNames(CASES)) {
    const { cases } = (await import(join(CASES, `${name}.ts`))) as { cases: Cases };
    describe(name, () => {
      for (const [title, run] of Object.entries(cases)) test(title, () => run(newDataStore));
    });
  }
}
