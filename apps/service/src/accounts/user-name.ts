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
