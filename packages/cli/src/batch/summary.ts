import type { BatchOutcome } from './run.ts';

/**
 * How a batch went, on one line, with the next step where there is one.
 * @param total how many values there were; undefined where nobody knows
 * @param isInterrupted a signal ended it
 * @param hasFile the lines went to a file
 */
export function summary(
  outcome: BatchOutcome,
  total: number | undefined,
  isInterrupted: boolean,
  hasFile: boolean,
): string {
  const { answered, failed, skipped, unfinished, stopped } = outcome;
  const isStopped = stopped !== undefined || isInterrupted;
  const left = total === undefined ? undefined : Math.max(unfinished, total - answered - failed - skipped);
  const parts = [
    `${answered} answered`,
    `${failed} failed`,
    ...(skipped > 0 ? [`${skipped} were there`] : []),
    ...(isStopped ? [left === undefined ? 'the rest is left' : `${left} left`] : []),
  ].join(', ');
  const why = stopped ? `stopped by ${stopped.code}: ${stopped.message} ` : isInterrupted ? 'interrupted: ' : '';
  const rest = hasFile
    ? '; the same command with --resume asks for the rest'
    : '; what is missing in the output has no answer';
  return `${why}${parts}${isStopped || (hasFile && failed > 0) ? rest : ''}`;
}
