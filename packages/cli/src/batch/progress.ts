import type { BatchCommandOptions } from '../options.ts';
import { finished, type Tally } from './run.ts';

export interface BatchProgress {
  update(tally: Tally): void;
  stop(): void;
}

/** Where a batch shows its progress: on a terminal, unless the lines are printed there, too. */
export const progressStream = ({ output = '-' }: BatchCommandOptions): NodeJS.WriteStream | undefined =>
  process.stderr.isTTY && (output !== '-' || !process.stdout.isTTY) ? process.stderr : undefined;

/** Moves a terminal to the beginning of its line, and empties it. */
export const CLEAR_LINE = '\r\u001b[2K';

/**
 * Shows on one line of a stream how far a batch is. Does nothing without a stream.
 * @param total the number of values, if it is known
 */
export function showProgress(
  stream: Pick<NodeJS.WriteStream, 'write' | 'columns'> | undefined,
  name: string,
  total: number | undefined,
): BatchProgress {
  const show = (done: number, answered: number, skipped: number) => {
    const place = total === undefined ? '' : ` ${done + skipped}/${total}`;
    const line = `${name}${place}: ${answered} succeeded, ${done - answered} failed`;
    // A line that wraps could not be emptied.
    stream?.write(CLEAR_LINE + line.slice(0, (stream.columns || 80) - 1));
  };
  show(0, 0, 0);
  return {
    update: (tally) => show(finished(tally), tally.answered, tally.skipped),
    stop: () => stream?.write(CLEAR_LINE),
  };
}
