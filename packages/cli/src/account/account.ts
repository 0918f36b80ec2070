import { closeSync, openSync, readSync } from 'node:fs';
import { type Command, InvalidArgumentError } from '@vehicle-lookup/command-line';
import type { CommonOptions } from '../options.ts';
import { type Profile, readProfile } from './profiles.ts';

const KEY_VARIABLE = 'VEHICLE_LOOKUP_KEY';

/** The options that choose the account. */
export type AccountOptions = Partial<Pick<CommonOptions, 'baseUrl' | 'user' | 'keyFile' | 'profile'>>;

/**
 * The account: flags and environment first, then the profile. A profile of another address or user is not mixed with them: its
 * key would be sent to a service that it is not for.
 */
export function accountOf({ baseUrl, user, keyFile, profile = 'default' }: AccountOptions): Partial<Profile> {
  const key = keyFile ?? (process.env[KEY_VARIABLE] || undefined);
  const given = { ...(baseUrl && { baseUrl }), ...(user && { user }), ...(key && { key }) };
  if (baseUrl && user && key) return given;
  const kept = readProfile(profile);
  const isSame = (baseUrl ?? kept?.baseUrl) === kept?.baseUrl && (user ?? kept?.user) === kept?.user;
  return isSame ? { ...kept, ...given } : given;
}

/** The key of the account; empty if there is none. Never throws, so that it can be masked in any message. */
export function keyOf(options: AccountOptions): string {
  try {
    return accountOf(options).key ?? '';
  } catch {
    return '';
  }
}

/** What is missing of the service and the account. Only commands that make requests need them. */
export function accountFaults(command: Command): string[] {
  const options = command.optsWithGlobals<AccountOptions & { key?: unknown }>();
  if (options.key !== undefined) {
    return [
      '--key: a key on the command line is visible to all users of this machine and stays in the history of the ' +
        'shell; put it in VEHICLE_LOOKUP_KEY, or in a file: --key-file FILE',
    ];
  }
  const account = accountOf(options);
  const missing = (['baseUrl', 'user'] as const).flatMap((name) => {
    const option = (command.parent?.options ?? []).find((one) => one.attributeName() === name);
    // A wrong value is '', and has been reported.
    if (!option || options[name] !== undefined || account[name] !== undefined) return [];
    return [`${option.long} is missing; give ${option.flags}, set ${option.envVar}, or run vehicle-lookup login`];
  });
  // An unreadable file is '', and its parser has reported it.
  if (!account.key && options.keyFile === undefined)
    missing.push(
      `the key is missing; put it in ${KEY_VARIABLE}, in a file: --key-file FILE, or run vehicle-lookup login`,
    );
  return missing;
}

/** Longer than any key. */
const MAX_BYTES = 4096;

/**
 * Reads the key from a file.
 * @throws InvalidArgumentError without the name of the file, because that may be the key itself
 */
export function readKeyFile(file: string): string {
  const bytes = Buffer.alloc(MAX_BYTES + 1);
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
    throw new InvalidArgumentError(`the file cannot be read (${code}); expected a file that contains only the key`);
  }
  return readKey(bytes.subarray(0, length).toString('utf8'));
}

/** Reads a key that was typed, or is the content of a file. @throws InvalidArgumentError without the text */
export function readKey(text: string): string {
  const key = text.replace(/^\uFEFF/, '').trim();
  if (key !== '' && Buffer.byteLength(text) <= MAX_BYTES && !/\s/.test(key)) return key;
  const long = Buffer.byteLength(text) > MAX_BYTES ? `more than ${MAX_BYTES} bytes` : 'several words';
  throw new InvalidArgumentError(`expected a file that contains only the key, found ${key === '' ? 'nothing' : long}`);
}
