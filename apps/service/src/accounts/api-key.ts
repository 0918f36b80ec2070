import { hash, randomBytes } from 'node:crypto';

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
