import { describe, test } from 'vitest';
import type { Cases, NewDataStore } from './case.ts';
import { accountRegistry, admission, audit, burst } from './cases/accounts.ts';
import { catalogue, catalogueSource, vinMatches } from './cases/catalogue.ts';
import { catalogueDraft } from './cases/catalogue-draft.ts';
import { dailyUsage, quota } from './cases/quota.ts';

const conformance: Readonly<Record<string, Cases>> = {
  'account-registry': accountRegistry,
  admission,
  audit,
  burst,
  catalogue,
  'catalogue-draft': catalogueDraft,
  'catalogue-source': catalogueSource,
  'daily-usage': dailyUsage,
  quota,
  'vin-matches': vinMatches,
};

/** Tests a store implementation with every case in `cases/`. */
export function describeConformance(newDataStore: NewDataStore): void {
  for (const [name, cases] of Object.entries(conformance)) {
    describe(name, () => {
      for (const [title, run] of Object.entries(cases)) test(title, () => run(newDataStore));
    });
  }
}
