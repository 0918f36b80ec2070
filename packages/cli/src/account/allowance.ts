import type { Layer } from '@vehicle-lookup/client';
import { rateLimits } from '@vehicle-lookup/client/limiter';
import { keepHint, readHint } from './hints.ts';
import type { KeptAccount } from './profiles.ts';

/** The allowance of an account in the last response that stated it (header RateLimit). */
export interface KnownAllowance {
  /** Consultations that are left. */
  left: number;
  /** Seconds until there are more. */
  seconds: number;
  /** Consultations in a window, and its seconds, if the service says so. */
  limit?: number;
  window?: number;
  /** When the service said it, in milliseconds since 1970. */
  time: number;
}

type Account = Pick<KeptAccount, 'baseUrl' | 'user'>;

const FILE = 'allowance.json';
const nameOf = ({ baseUrl, user }: Account): string => `${user} ${baseUrl}`;

/** Shorter limits are those of requests in a second or a minute. */
const SHORTEST_WINDOW = 60;

/** Returns the last known allowance of an account; undefined if no response stated it or the kept file is broken. */
export function readAllowance(account: Account): KnownAllowance | undefined {
  const known = readHint(FILE, nameOf(account)) as Partial<KnownAllowance> | null | undefined;
  return [known?.left, known?.seconds, known?.time].every(Number.isFinite) ? (known as KnownAllowance) : undefined;
}

/** When a success last said nothing of an account's allowance, in milliseconds since 1970; undefined if one did, or there is none. */
export function readSilence(account: Account): number | undefined {
  const { silent } = Object(readHint(FILE, nameOf(account)));
  return Number.isFinite(silent) ? silent : undefined;
}

/**
 * A layer that notes what the service says of the allowance, and keeps it when the program ends, if there is a settings
 * directory: `login` makes it.
 */
export function noteAllowance(account: Account): Layer {
  let known: KnownAllowance | undefined;
  let silent: number | undefined;
  let notedAt = 0;
  const keep = () => {
    if (known) keepHint(FILE, nameOf(account), known);
    // A response without an allowance does not replace an earlier one.
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
    // Of responses that were on their way together, the last to arrive may have been the first to be counted.
    if (known && started < notedAt && left > known.left) return response;
    notedAt = performance.now();
    known = { left, seconds, ...size, time: Date.now() };
    return response;
  };
}
