import { explain, UserError } from '@vehicle-lookup/command-line';

/** The disk stopped an import, while it loaded lines or at the switch. The last checkpoint is kept. */
export class StoppedError extends UserError {
  constructor(cause: unknown, savedLines: number) {
    super(
      `${explain(cause)}. The current catalogue is unchanged. ${savedLines} lines of the new one are kept: ` +
        'to continue after them, run the same command with --resume',
    );
    this.cause = cause;
  }
}
