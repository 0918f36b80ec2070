import { operationTable } from '@vehicle-lookup/operations';
import { UserError } from './user-error.ts';

/** Refusals of the operating system that a user can mend, by code. */
const SYSTEM: Record<string, string> = {
  ENOSPC: 'the disk is full; make room and run it again',
  EDQUOT: 'the disk quota is used up; make room and run it again',
  EFBIG: 'a file would grow beyond the size that is allowed here (ulimit -f); raise it and run it again',
  EROFS: 'the file system is read-only; choose another folder',
  EACCES: 'access is denied to this user; mend the owner or the mode',
  EPERM: 'access is denied to this user; mend the owner or the mode',
  ENOENT: 'it does not exist; check the path',
  ENOTDIR: 'a part of the path is no folder; check the path',
  EISDIR: 'it is a folder; expected a file',
  EMFILE: 'too many files are open (ulimit -n); raise it',
};

/** A credential in a query, whatever text holds it. */
const CREDENTIAL = new RegExp(`\\b(${operationTable.credentials.join('|')})=[^&\\s"']*`, 'gi');

/** What an error says to a person, without a secret: one line, or what a user can mend as it stands. */
export function explain(error: unknown): string {
  if (error instanceof UserError) return withoutCredentials(error.message);
  const { code = '', path, message } = error as NodeJS.ErrnoException;
  const known = SYSTEM[code];
  const [line = ''] = String(message ?? error).split('\n');
  const text = known ? `${path ? `${path}: ` : ''}${known} (${code})` : `it failed: ${line || 'without a reason'}`;
  const hint = known ? '' : '. VEHICLE_LOOKUP_DEBUG=1 shows where';
  return `${withoutCredentials(text)}${hint}`;
}

/** A text without the values of credentials: an address that was refused may stand in it. */
export const withoutCredentials = (text: string): string => text.replace(CREDENTIAL, '$1=***');
