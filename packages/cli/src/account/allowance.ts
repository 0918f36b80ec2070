import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Layer } from '@vehicle-lookup/client';
import { rateLimits } from '@vehicle-lookup/client/limiter';
import { configDirectory, type KeptAccount, writePrivately } from './profiles.ts';

/** What a service last said of the allowance of an account (header RateLimit). */
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

const fileOf = (directory: string): string => join(directory, 'allowance.json');
const nameOf = ({ baseUrl, user }: Account): string => `${user} ${baseUrl}`;

/** Shorter limits are those of requests in a second or a minute. */
const SHORTEST_WINDOW = 60;

/** What was last said of an account's allowance; undefined if nothing was, or the settings directory does not exist. */
export const readAllowance = (account: Account): KnownAllowance | undefined =>
  readAll(configDirectory())[nameOf(account)];

function readAll(directory: string): Record<string, KnownAllowance> {
  try {
    return JSON.parse(readFileSync(fileOf(directory), 'utf8'));
  } catch {
    return {}; // It is a hint: without it nothing is known.
  }
}

/**
 * A layer that notes what the service says of the allowance, and keeps it when the program ends, if there is a settings
 * directory: `login` makes it.
 */
export function noteAllowance(account: Account): Layer {
  let known: KnownAllowance | undefined;
  return (next) => async (address, init) => {
    const response = await next(address, init);
    const stated = rateLimits(response.headers).find(({ r, w = Infinity }) => r !== undefined && w > SHORTEST_WINDOW);
    if (stated?.r === undefined) return response;
    if (!known) process.once('exit', () => known && keep(account, known));
    const { r: left, t: seconds = 0, q: limit, w: window } = stated;
    const size = limit === undefined || window === undefined ? {} : { limit, window };
    known = { left, seconds, ...size, time: Date.now() };
    return response;
  };
}

function keep(account: Account, known: KnownAllowance): void {
  const directory = configDirectory();
  if (!existsSync(directory)) return;
  try {
    writePrivately(directory, fileOf(directory), { ...readAll(directory), [nameOf(account)]: known });
  } catch {} // A hint that is lost costs nothing.
}
