/**
 * What is charged as a consultation: a reply with data (assumption charging), also a reply that nothing was found, or
 * nothing at all.
 */
export const chargePolicies = ['success', 'lookup', 'none'] as const;
export type ChargePolicy = (typeof chargePolicies)[number];
