import { timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { UserError } from '@vehicle-lookup/toolkit/command-line';
import { keyHash } from '../accounts/credentials.ts';

/** A token that can be guessed would be none. */
const SHORTEST = 16;

/**
 * Reads the token of the admin port from a file, so that it stands in no list of processes.
 * @returns a function that tells whether the header Authorization of a request has it
 * @throws UserError if there is no usable token; its text is not repeated
 */
export function readAdminToken(file: string): (authorization: string | undefined) => boolean {
  const token = readFileSync(file, 'utf8').trim();
  if (token.length < SHORTEST || /[^\x21-\x7e]/.test(token)) {
    throw new UserError(
      `${file}: expected a token of ${SHORTEST} or more visible characters, for example from: openssl rand -hex 32`,
    );
  }
  const expected = keyHash(token);
  return (authorization = '') => timingSafeEqual(keyHash(authorization.replace(/^Bearer +/i, '')), expected);
}
