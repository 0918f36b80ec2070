import type { Plan } from './account.ts';

const DAY = 86_400;
/** Available "on paid plans or higher plans" only: Endpoints, rule 4. */
const RESTRICTED = ['getOemParts', 'getRepairTimes'];

/** The plans of new accounts; an administrator changes them as any other. Part of a released migration: never change it. */
export const FIRST_PLANS: readonly Plan[] = [
  { name: 'test', limit: 250, windowSeconds: 7 * DAY, burst: 50, excluded: RESTRICTED },
  { name: 'free', limit: 100, windowSeconds: 30 * DAY, burst: 50, excluded: RESTRICTED },
  { name: 'standard', limit: 1000, windowSeconds: 30 * DAY, burst: 50, excluded: [] },
];
