import { closeSync, openSync, readSync } from 'node:fs';
import type { VehicleLookupOptions } from '@vehicle-lookup/client';
import { CommandError } from './command-error.ts';
import type { Flags } from './flags.ts';

/** What the client needs; the key comes from the environment or a file, never from the command line. */
export type Settings = VehicleLookupOptions & { key: string };

/**
 * Joins flags and environment; a flag wins.
 * @throws CommandError that repeats neither values nor the name of the key's file
 */
export function readSettings(flags: Flags, env: NodeJS.ProcessEnv): Settings {
  const baseUrl = flags['base-url'] || env.VEHICLE_LOOKUP_BASE_URL;
  if (!baseUrl) {
    throw new CommandError("the service's address is missing: give --base-url URL or set VEHICLE_LOOKUP_BASE_URL");
  }
  const user = flags.user || env.VEHICLE_LOOKUP_USER;
  if (!user) throw new CommandError("the account's name is missing: give --user NAME or set VEHICLE_LOOKUP_USER");
  const key = flags['key-file'] === undefined ? env.VEHICLE_LOOKUP_KEY : readKey(flags['key-file']);
  if (!key) {
    throw new CommandError('the key is missing: put it in VEHICLE_LOOKUP_KEY, or in a file: --key-file FILE');
  }
  const seconds = readNumber(flags, 'timeout', 0, 2_147_483);
  const retries = readNumber(flags, 'retries', 0, 10, /^\d+$/);
  return {
    baseUrl,
    user,
    key,
    // However short, it is a limit; only 0 is none.
    ...(seconds !== undefined && { timeout: seconds && Math.max(1, Math.round(seconds * 1000)) }),
    ...(retries !== undefined && { retry: retries === 0 ? false : { limit: retries } }),
  };
}

/**
 * The value of a flag as a number.
 * @throws CommandError when it is none, or beyond these bounds
 */
export function readNumber(
  flags: Flags,
  name: 'timeout' | 'retries' | 'concurrency',
  least: number,
  most: number,
  form: RegExp = /^\d+(\.\d+)?$/,
): number | undefined {
  const text = flags[name];
  if (text === undefined) return undefined;
  const number = Number(text);
  if (form.test(text) && number >= least && number <= most) return number;
  throw new CommandError(`--${name}: expected a number from ${least} to ${most}, got another text`);
}

/** More than any key is long. */
const KEY_BYTES = 4096;

/** What the file holds, without the end of its line. Its name is not repeated: it may be the key itself. */
function readKey(file: string): string {
  const bytes = Buffer.alloc(KEY_BYTES + 1);
  let length = 0;
  try {
    const descriptor = openSync(file, 'r');
    try {
      for (let read = -1; read !== 0 && length < bytes.length; length += read)
        read = readSync(descriptor, bytes, length, bytes.length - length, null);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    const { code = 'for an unknown reason' } = error as NodeJS.ErrnoException;
    throw new CommandError(`--key-file: the file cannot be read (${code}); expected a file that holds the key alone`);
  }
  const key = bytes
    .toString('utf8', 0, length)
    .replace(/^\uFEFF/, '')
    .trim();
  if (key !== '' && length <= KEY_BYTES && !/\s/.test(key)) return key;
  const found = key === '' ? 'nothing' : length > KEY_BYTES ? `more than ${KEY_BYTES} bytes` : 'several words';
  throw new CommandError(`--key-file: expected a file that holds the key alone, found ${found}`);
}
