import { refuse } from '../call/options.ts';

/** How many requests a visitor may make in a time. */
export interface VisitorLimit {
  requests: number;
  seconds: number;
  /** Tells visitors apart, such as by the address that the server in front of the handler states in a header. */
  visitor(request: Request): string;
}

/** Visitors that are remembered. */
const MOST = 10_000;

/**
 * Counts the requests of visitors. Returns a function that is true for a visitor who has made too many.
 * @throws VehicleLookupError `invalid_argument` for a wrong limit
 */
export function createCounter({ requests, seconds, visitor }: VisitorLimit): (request: Request) => boolean {
  if (!Number.isSafeInteger(requests) || requests < 1) refuse('proxy', 'limit.requests', 'an integer from 1', requests);
  if (typeof seconds !== 'number' || !(seconds > 0)) refuse('proxy', 'limit.seconds', 'a positive number', seconds);
  if (typeof visitor !== 'function') refuse('proxy', 'limit.visitor', 'a function', visitor);
  const windows = new Map<string, { end: number; count: number }>();

  return (request) => {
    const now = performance.now();
    const who = visitor(request);
    const found = windows.get(who);
    const window = found && found.end > now ? found : { end: now + seconds * 1000, count: 0 };
    windows.delete(who);
    windows.set(who, window);
    const [oldest] = windows.keys();
    if (windows.size > MOST && oldest !== undefined) windows.delete(oldest);
    return ++window.count > requests;
  };
}
