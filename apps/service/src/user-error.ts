/** Something that the user can mend: the message says what happened, where, what was expected, and what to do next. */
export class UserError extends Error {
  override readonly name = 'UserError';
  /** 1: it failed; 2: it was asked for wrongly. */
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}
