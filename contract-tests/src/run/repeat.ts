import type { Request } from '../plan/request.ts';
import { headerOf, isReply, type ReceivedReply, type SendResult } from './reply.ts';

/** Why a request is made again, and after which pause. */
export interface Repeat {
  why: 'burst' | 'outage';
  seconds: number;
}

/** A longer wait belongs to an exhausted allowance, not to a burst limit. */
export const LONGEST_WAIT_S = 5;

/** A gateway without its service, or a service that restarts. */
const OUTAGES = [502, 503, 504];

/** Whether a request has to be made again because the service was not available for a moment. */
export function repeatAfter(request: Request, result: SendResult, received: number): Repeat | undefined {
  if (!isReply(result)) return result.isBroken ? { why: 'outage', seconds: 0 } : undefined;
  const wait = retryAfter(result, received);
  if (result.status === 429 && request.status !== '429' && isShort(wait)) return { why: 'burst', seconds: wait };
  if (!OUTAGES.includes(result.status)) return undefined;
  return { why: 'outage', seconds: isShort(wait) ? wait : 0.2 };
}

const isShort = (wait: number | undefined): wait is number => wait !== undefined && wait <= LONGEST_WAIT_S;

/**
 * The seconds that `Retry-After` asks to wait: it is a number of seconds or an HTTP date (RFC 9110, section 10.2.3).
 * @param received milliseconds since the epoch
 */
export function retryAfter(reply: ReceivedReply, received: number): number | undefined {
  const value = headerOf(reply, 'retry-after') ?? '';
  if (/^\d+$/.test(value)) return Number(value);
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, (at - received) / 1000);
}
