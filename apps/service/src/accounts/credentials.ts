import { hash, randomBytes } from 'node:crypto';
import { UserError } from '@vehicle-lookup/toolkit/command-line';

export const USER_NAME_LENGTH = 100;

/** The one form of a name: clients may send it composed or decomposed. */
export const canonicalUser = (user: string): string => user.normalize('NFC');

/** @throws UserError if the text cannot be the user of an account */
export function checkUserName(text: string): string {
  const user = canonicalUser(text);
  const problem = problemOf(user);
  if (problem) throw new UserError(`user: expected 1 to ${USER_NAME_LENGTH} visible characters, got ${problem}.`, 2);
  return user;
}

function problemOf(user: string): string | undefined {
  if (user === '') return 'an empty name';
  if (user.length > USER_NAME_LENGTH) return `${user.length}`;
  if (user.trim() !== user) return 'a name that begins or ends with a blank';
  // RFC 7617: the first colon of Basic credentials ends the user.
  if (user.includes(':')) return 'a name with a colon';
  // Control and format characters, unassigned ones, halves of surrogate pairs: two different names could look the same.
  if (/[\p{C}\p{Zl}\p{Zp}]/u.test(user)) return 'a name with a control or an invisible character';
  return undefined;
}

const PREFIX_LENGTH = 6;

/** A new key: 32 random bytes as base64url. It does not begin with `-`, which a command line would take for a flag. */
export function newKey(): string {
  for (;;) {
    const key = randomBytes(32).toString('base64url');
    if (!key.startsWith('-')) return key;
  }
}

/** What is stored of a key beside its hash, so that people can tell their keys apart. */
export const keyPrefix = (key: string): string => key.slice(0, PREFIX_LENGTH);

/** Names a user to PostgreSQL, whose log may repeat parameters; the name is in its canonical form. */
export const userHash = (user: string): Buffer => Buffer.from(hash('sha256', user, 'hex'), 'hex');

/** Names a pair of user and address for the lockout, without keeping what somebody typed: it may be a misplaced key. */
export const pairHash = (user: string, address: string): Buffer =>
  Buffer.from(hash('sha256', `${address} ${user}`, 'hex'), 'hex');

/** A random key of 256 bits needs no slow hash: it cannot be guessed from its hash. */
export const keyHash = (key: string): Buffer => Buffer.from(hash('sha256', key, 'hex'), 'hex');
