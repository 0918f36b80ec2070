/** Something that the user can fix. The message says what happened, where, what was expected, and what to do next. */
export class UserError extends Error {
  override readonly name: string = 'UserError';
  readonly exitCode: number;

  /** @param exitCode default: 1 */
  constructor(message: string, exitCode: number = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** The command line is wrong; it is printed with a hint at the command's help text, and the exit code is 2. */
export class UsageError extends UserError {
  override readonly name: string = 'UsageError';

  constructor(message: string) {
    super(message, 2);
  }
}
