/** An error that the user can fix. The message states what happened, where, what was expected, and what to do next. */
export class UserError extends Error {
  override readonly name: string = 'UserError';
  readonly exitCode: number;

  /** @param exitCode default: 1 */
  constructor(message: string, exitCode: number = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** An invalid command line. The message is printed with a reference to the command help, and the exit code is 2. */
export class UsageError extends UserError {
  override readonly name: string = 'UsageError';

  constructor(message: string) {
    super(message, 2);
  }
}

/** Explanations of operating system errors, with the next step. */
const SYSTEM_ERRORS: Record<string, string> = {
  ENOSPC: 'the disk is full; free some space and try again',
  EDQUOT: 'the disk quota is exhausted; free some space and try again',
  EFBIG: 'the file would exceed the allowed size (ulimit -f); raise the limit and try again',
  EROFS: 'the file system is read-only; choose another directory',
  EACCES: 'access is denied to this user; change the owner or the mode',
  EPERM: 'access is denied to this user; change the owner or the mode',
  ENOENT: 'it does not exist; check the path',
  ENOTDIR: 'part of the path is not a directory; check the path',
  EISDIR: 'it is a directory; expected a file',
  EEXIST: 'it already exists; choose another name',
  EMFILE: 'too many files are open; raise the limit (ulimit -n)',
};

/**
 * Returns a readable message for any error. A UserError keeps its message, and operating system errors are explained. For any
 * other error, returns the first line and the setting that prints the stack trace.
 * @param failure introduction to the message for an unexpected error
 */
export function explain(error: unknown, failure: string = 'it failed'): string {
  if (error instanceof UserError) return error.message;
  const { code = '', path, message } = (error ?? {}) as NodeJS.ErrnoException;
  const known = SYSTEM_ERRORS[code];
  if (known) return `${path ? `${path}: ` : ''}${known} (${code})`;
  const [line] = String(message ?? error).split('\n');
  return `${failure}: ${line?.replace(/\.$/, '') || 'no reason given'}. Set VEHICLE_LOOKUP_DEBUG=1 to print the stack trace`;
}

/** Replaces the values of credentials in URLs: `?user=***&key=***`. */
export function withoutCredentials(text: string, names: readonly string[]): string {
  if (names.length === 0) return text;
  return text.replace(new RegExp(`\\b(${names.join('|')})=[^&\\s"']*`, 'gi'), '$1=***');
}

/** Returns a string without characters that control a terminal; line breaks are kept. */
export const printable = (text: string): string =>
  text
    .replace(/\p{Bidi_Control}/gu, '')
    .replace(/(?:(?!\n)[\p{Cc}\p{Zl}\p{Zp}])+/gu, ' ')
    .replace(/ +$/gm, '');

/** Returns JSON in which characters that control a terminal are escaped. JSON itself escapes only characters below U+0020. */
export function printableJson(value: unknown, indent?: number): string {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value, null, indent).replaceAll(/[\u007F-\u009F\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, escaped);
}

/** The size of a terminal screen, and the number of rows that a longer string keeps at its beginning and end. */
const [COLUMNS, ROWS, FIRST, LAST] = [80, 48, 32, 14];

/** Shortens a message to one screen. A longer message is shortened in the middle, because the next step is at the end. */
export function screenful(text: string): string {
  const rows = text.match(new RegExp(`[^\\n]{1,${COLUMNS}}\\n?|\\n`, 'gu')) ?? [];
  if (rows.length <= ROWS) return text;
  const [first, last] = [rows.slice(0, FIRST).join(''), rows.slice(-LAST).join('')];
  return `${first.trimEnd()}\n… ${text.length - first.length - last.length} characters omitted …\n${last}`;
}
