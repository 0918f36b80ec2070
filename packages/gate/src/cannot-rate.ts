import { UserError } from '@vehicle-lookup/toolkit/command-line';

/** The change cannot be rated; the message names the file, the place and the next step. Exit code 2. */
export class CannotRateError extends UserError {
  override readonly name: string = 'CannotRateError';

  constructor(message: string) {
    super(message, 2);
  }
}
