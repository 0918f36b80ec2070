import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { UserError } from '@vehicle-lookup/toolkit/command-line';

export const USER_NAME_LENGTH = 100;

/** Returns the normalised form of a user name, because clients may send composed or decomposed characters. */
export const canonicalUser = (user: string): string => user.normalize('NFC');

/** Returns the canonical form of a user name. @throws UserError if the name is invalid */
export function checkUserName(text: string): string {
  const user = canonicalUser(text);
  const problem = problemOf(user);
  if (problem) throw new UserError(`user: expected 1 to ${USER_NAME_LENGTH} visible characters, got ${problem}.`, 2);
  return user;
}

function problemOf(user: string): string | undefined {
  if (user === '') return 'an empty name';
  if (user.length > USER_NAME_LENGTH) return `${user.length}`;
  if (user.trim() !== user) return 'a name that begins or ends with white space';
  // RFC 7617: the first colon in Basic credentials ends the user name.
  if (user.includes(':')) return 'a name with a colon';
  // With control, format or unassigned characters, or unpaired surrogates, two different names could look the same.
  if (/[\p{C}\p{Zl}\p{Zp}]/u.test(user)) return 'a name with a control character or an invisible character';
  return undefined;
}

const KEY_PREFIX = 'vls_';
const RANDOM_LENGTH = 34;
const CHECKSUM_LENGTH = 6;
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Returns a new key: the prefix, 34 random characters, and their checksum. */
export function newKey(): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => BASE62[randomInt(BASE62.length)]).join('');
  return KEY_PREFIX + random + checksum(random);
}

/** Returns the CRC-32 of the characters in base 62, with leading zeros. */
function checksum(characters: string): string {
  let rest = crc32(characters);
  let digits = '';
  for (let place = 0; place < CHECKSUM_LENGTH; place++) {
    digits = BASE62[rest % BASE62.length] + digits;
    rest = Math.floor(rest / BASE62.length);
  }
  return digits;
}

/** Returns true for a key with the prefix but an invalid length or checksum. Older keys without the prefix cannot be checked. */
export function isMistypedKey(key: string): boolean {
  if (!key.startsWith(KEY_PREFIX)) return false;
  const [random, sum] = [key.slice(KEY_PREFIX.length, -CHECKSUM_LENGTH), key.slice(-CHECKSUM_LENGTH)];
  return random.length !== RANDOM_LENGTH || checksum(random) !== sum;
}

/** Returns the beginning of a key, which is stored with the hash so that users can distinguish their keys. */
export const keyPrefix = (key: string): string => key.slice(0, KEY_PREFIX.length + 6);

/** Returns the hash of a canonical user name. PostgreSQL receives only the hash, because its log may contain parameters. */
export const userHash = (user: string): Buffer => hash('sha256', user, 'buffer');

/** Returns the hash of a user and address pair for the lockout. The user name itself is not stored, because it may be a misplaced key. */
export const pairHash = (user: string, address: string): Buffer => hash('sha256', `${address} ${user}`, 'buffer');

/** Returns the hash of a key in hexadecimal. A slow hash is unnecessary, because a random key of 200 bits cannot be guessed. */
export const keyHash = (key: string): string => hash('sha256', key);
