import { explain } from '../explain.ts';
import { UserError } from '../user-error.ts';

/** The disk stopped an import, at its lines or at the switch. What the last checkpoint holds is kept. */
export class StoppedError extends UserError {
  constructor(cause: unknown, savedLines: number) {
    super(
      `${explain(cause)}. The catalogue that answers is unchanged; of the new one ${savedLines} lines are kept: ` +
        'the same command with --resume goes on behind them',
    );
    this.cause = cause;
  }
}
