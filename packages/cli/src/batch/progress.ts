import type { BatchCommandOptions } from '../options.ts';
import { sumOf, type Tally } from './run.ts';

/** Where a batch shows its progress: on a terminal, unless the lines are also printed there. */
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
): { update(tally: Pick<Tally, 'results' | 'skipped'>): void; stop(): void } {
  const update = ({ results, skipped }: Pick<Tally, 'results' | 'skipped'>) => {
    const place = total === undefined ? '' : ` ${sumOf(results) + sumOf(skipped)}/${total}`;
    const line = `${name}${place}: ${results.get('answered') ?? 0} succeeded, ${sumOf(results, 'answered')} failed`;
    // A line that wraps could not be emptied.
    stream?.write(CLEAR_LINE + line.slice(0, (stream.columns || 80) - 1));
  };
  update({ results: new Map(), skipped: new Map() });
  return { update, stop: () => stream?.write(CLEAR_LINE) };
}
