import { UserError } from '../user-error.ts';

export const USER_NAME_LENGTH = 100;

/** The one form of a name: it may arrive composed or decomposed. */
export const canonicalUser = (user: string): string => user.normalize('NFC');

/** @throws UserError where the text cannot be the user of an account */
export function checkUserName(text: string): string {
  const user = canonicalUser(text);
  const wrong = whatIsWrong(user);
  if (wrong) throw new UserError(`user: expected 1 to ${USER_NAME_LENGTH} visible characters, got ${wrong}.`, 2);
  return user;
}

function whatIsWrong(user: string): string | undefined {
  if (user === '') return 'an empty name';
  if (user.length > USER_NAME_LENGTH) return `${user.length}`;
  if (user.trim() !== user) return 'a name that begins or ends with a blank';
  // Control and format characters, unassigned ones, halves of surrogate pairs: names that look alike are not.
  if (/[\p{C}\p{Zl}\p{Zp}]/u.test(user)) return 'a name with a control or an invisible character';
  return undefined;
}
