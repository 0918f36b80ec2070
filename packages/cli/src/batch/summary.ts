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
  const { answered, failed, skipped, asked, stopped, broken } = outcome;
  const isStopped = broken !== undefined || stopped !== undefined || isInterrupted;
  const left = total === undefined ? undefined : Math.max(asked, total - skipped) - answered - failed;
  const parts = [
    `${answered} answered`,
    `${failed} failed`,
    ...(skipped > 0 ? [`${skipped} were there`] : []),
    ...(isStopped ? [left === undefined ? 'the rest is left' : `${left} left`] : []),
  ].join(', ');
  const why = reason(outcome, isInterrupted);
  const rest = hasFile
    ? '; the same command with --resume asks for the rest'
    : '; what is missing in the output has no answer';
  return `${why}${parts}${isStopped || (hasFile && failed > 0) ? rest : ''}`;
}

/** A broken output comes first: lines are lost, and what else ended the batch will say so again. */
function reason({ broken, stopped }: BatchOutcome, isInterrupted: boolean): string {
  if (broken) return `${broken.message}; `;
  if (stopped) return `stopped by ${stopped.code}: ${stopped.message} `;
  return isInterrupted ? 'interrupted: ' : '';
}
