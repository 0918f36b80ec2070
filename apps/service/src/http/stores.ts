import type { CatalogueSource } from '../catalogue/catalogue.ts';
import type { Admit } from '../limits/admission.ts';
import type { Quota } from '../quota/quota.ts';

/** The stores that a request visits. */
export interface Stores {
  catalogues: CatalogueSource;
  admit: Admit;
  quota: Quota;
}

/**
 * What is charged as a consultation: a reply with data (assumption charging), also a reply that nothing was found, or
 * nothing at all.
 */
export const chargePolicies = ['success', 'lookup', 'none'] as const;
export type ChargePolicy = (typeof chargePolicies)[number];
