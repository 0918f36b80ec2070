import { explain, UserError } from '@vehicle-lookup/command-line';

/** The disk stopped an import, while it loaded lines or at the switch. */
export class StoppedError extends UserError {
  /** @param savedLines how many lines the last checkpoint keeps; undefined: the import cannot be resumed */
  constructor(cause: unknown, savedLines: number | undefined) {
    const next =
      savedLines === undefined
        ? 'Run the same command again'
        : `${savedLines} lines of the new one are kept: to continue after them, run the same command with --resume`;
    super(`${explain(cause)}. The current catalogue is unchanged. ${next}`);
    this.cause = cause;
  }
}
