import { UserError } from '@vehicle-lookup/toolkit/command-line';

/** Thrown when a change cannot be rated. The message names the file, the location and the next step. Exit code 2. */
export class CannotRateError extends UserError {
  override readonly name: string = 'CannotRateError';

  constructor(message: string) {
    super(message, 2);
  }
}
