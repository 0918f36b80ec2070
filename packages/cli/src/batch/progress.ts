import type { BatchCommandOptions } from '../options.ts';
import { sumOf, type Tally } from './run.ts';

/** Returns the stream for progress output, or undefined if there is no terminal or the terminal also shows the results. */
export const progressStream = ({ output = '-' }: BatchCommandOptions): NodeJS.WriteStream | undefined =>
  process.stderr.isTTY && (output !== '-' || !process.stdout.isTTY) ? process.stderr : undefined;

/** Escape sequence that moves the cursor to the start of the line and clears the line. */
export const CLEAR_LINE = '\r\u001b[2K';

/**
 * Shows the progress of a batch on one line of a stream, if there is a stream.
 * @param total number of values, if known
 */
export function showProgress(
  stream: Pick<NodeJS.WriteStream, 'write' | 'columns'> | undefined,
  name: string,
  total: number | undefined,
): { update(tally: Pick<Tally, 'results' | 'skipped'>): void; stop(): void } {
  const update = ({ results, skipped }: Pick<Tally, 'results' | 'skipped'>) => {
    const place = total === undefined ? '' : ` ${sumOf(results) + sumOf(skipped)}/${total}`;
    const line = `${name}${place}: ${results.get('answered') ?? 0} succeeded, ${sumOf(results, 'answered')} failed`;
    // The line is truncated, because a wrapped line could not be cleared.
    stream?.write(CLEAR_LINE + line.slice(0, (stream.columns || 80) - 1));
  };
  update({ results: new Map(), skipped: new Map() });
  return { update, stop: () => stream?.write(CLEAR_LINE) };
}
