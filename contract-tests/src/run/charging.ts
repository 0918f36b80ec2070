import type { PlannedRequest, Request } from '../plan/request.ts';
import type { Cost } from './ledger.ts';

/** Whether the provider charges a reply with a status: by the assumption `charging` a success costs, and errors are free. */
export const isCharged = (status: string, { prefer, method }: Pick<Request, 'prefer' | 'method'>): boolean =>
  status === '200' && prefer === undefined && method !== 'OPTIONS';

/** What planned requests cost if every reply is the expected one. */
export const costOfPlan = (requests: readonly PlannedRequest[]): Cost => ({
  requests: requests.length,
  consultations: requests.filter((request) => isCharged(request.status, request)).length,
});
