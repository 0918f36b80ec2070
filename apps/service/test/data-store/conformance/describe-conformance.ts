import { describe, test } from 'vitest';
import type { NewDataStore } from './case.ts';
import { conformance } from './cases/index.ts';

/** Tests an implementation of the stores: every case of every file in `cases/`. */
export function describeConformance(newDataStore: NewDataStore): void {
  for (const [name, cases] of Object.entries(conformance)) {
    describe(name, () => {
      for (const [title, run] of Object.entries(cases)) test(title, () => run(newDataStore));
    });
  }
}
