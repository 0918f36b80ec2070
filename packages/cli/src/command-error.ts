/** What a shell learns of how a command ended; README.md has the same list. */
export const EXIT = { ok: 0, failed: 1, usage: 2, quota: 3, partial: 4, interrupted: 130, terminated: 143 } as const;

/** Something that the user can mend: the message says what happened, where, what was expected, and what to do next. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: number;

  constructor(message: string, exitCode: number = EXIT.usage) {
    super(message);
    this.exitCode = exitCode;
  }
}
