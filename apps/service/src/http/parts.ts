import type { Authenticator } from '../accounts/accounts.ts';
import type { CatalogueSource } from '../catalogue/catalogue.ts';
import type { Burst, Quota } from '../quota/quota.ts';

/** What the interface stands on: each is one of several stores. */
export interface Stores {
  catalogues: CatalogueSource;
  authenticator: Authenticator;
  quota: Quota;
  burst: Burst;
}

/**
 * What is a consultation: an answer with data (assumption charging), also an answer that nothing was found, or
 * nothing at all, for a service of one's own.
 */
export const chargings = ['success', 'lookup', 'none'] as const;
export type Charging = (typeof chargings)[number];
