import type { Layer } from '@vehicle-lookup/client';
import { rateLimits } from '@vehicle-lookup/client/limiter';
import { keepHint, readHint } from './hints.ts';
import type { KeptAccount } from './profiles.ts';

/** An account's allowance, as reported by the last response with the header RateLimit. */
export interface KnownAllowance {
  /** Number of remaining consultations. */
  left: number;
  /** Seconds until more consultations are available. */
  seconds: number;
  /** Maximum number of consultations in a window of `window` seconds, if the response contains both values. */
  limit?: number;
  window?: number;
  /** Time of the response, in milliseconds since 1970. */
  time: number;
}

type Account = Pick<KeptAccount, 'baseUrl' | 'user'>;

const FILE = 'allowance.json';
const nameOf = ({ baseUrl, user }: Account): string => `${user} ${baseUrl}`;

/** Minimum window of an allowance in seconds. Shorter windows belong to rate limits. */
const SHORTEST_WINDOW = 60;

/** Returns the last known allowance of an account, or undefined if the allowance is unknown or the stored file is invalid. */
export function readAllowance(account: Account): KnownAllowance | undefined {
  const known = readHint(FILE, nameOf(account)) as Partial<KnownAllowance> | null | undefined;
  return [known?.left, known?.seconds, known?.time].every(Number.isFinite) ? (known as KnownAllowance) : undefined;
}

/** Returns the time of the last successful response, in milliseconds since 1970, if no response has contained the allowance. */
export function readSilence(account: Account): number | undefined {
  const { silent } = Object(readHint(FILE, nameOf(account)));
  return Number.isFinite(silent) ? silent : undefined;
}

/**
 * Creates a layer that reads the allowance from responses and stores the allowance when the program exits. The allowance is stored
 * only if the settings directory exists, which `login` or `usage` creates.
 */
export function noteAllowance(account: Account): Layer {
  let known: KnownAllowance | undefined;
  let silent: number | undefined;
  let notedAt = 0;
  const keep = () => {
    if (known) keepHint(FILE, nameOf(account), known);
    // A response without an allowance does not replace a stored allowance.
    else if (silent !== undefined && !readAllowance(account)) keepHint(FILE, nameOf(account), { silent });
  };
  process.once('exit', keep);
  return (next) => async (address, init) => {
    const started = performance.now();
    const response = await next(address, init);
    const stated = rateLimits(response.headers).find(({ r, w = Infinity }) => r !== undefined && w > SHORTEST_WINDOW);
    if (stated?.r === undefined) {
      if (response.ok) silent = Date.now();
      return response;
    }
    const { r: left, t: seconds = 0, q: limit, w: window } = stated;
    const size = limit === undefined || window === undefined ? {} : { limit, window };
    // Concurrent responses may arrive in an order that differs from the service's order of counting.
    if (known && started < notedAt && left > known.left) return response;
    notedAt = performance.now();
    known = { left, seconds, ...size, time: Date.now() };
    return response;
  };
}
