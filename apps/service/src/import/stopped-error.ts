import type { StorageError } from '../sqlite/storage-error.ts';
import { UserError } from '../user-error.ts';

/** The disk stopped an import. What the last checkpoint holds is kept. */
export class StoppedError extends UserError {
  constructor(cause: StorageError, savedLines: number) {
    super(
      `${cause.message}. The catalogue that answers is unchanged; of the new one ${savedLines} lines are kept: ` +
        'the same command with --resume goes on behind them',
    );
    this.cause = cause;
  }
}
