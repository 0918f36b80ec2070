import { failureText } from '../output/failure.ts';
import type { BatchOutcome } from './run.ts';

/**
 * The result of a batch on one line, with the next step after a failure.
 * @param total the number of values; undefined if it is unknown
 * @param isInterrupted a signal ended the batch
 * @param hasFile the lines were written to a file
 */
export function summary(
  outcome: BatchOutcome,
  total: number | undefined,
  isInterrupted: boolean,
  hasFile: boolean,
): string {
  const { answered, failed, skipped, requested, stopped, broken } = outcome;
  const isStopped = broken !== undefined || stopped !== undefined || isInterrupted;
  const left = total === undefined ? undefined : Math.max(requested, total - skipped) - answered - failed;
  const counts = [
    `${answered} answered`,
    `${failed} failed`,
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    ...(isStopped ? [left === undefined ? 'the rest is left' : `${left} left`] : []),
  ].join(', ');
  const next = hasFile
    ? '; the same command with --resume requests the rest'
    : '; values without a line have no answer';
  return `${reason(outcome, isInterrupted)}${counts}${isStopped || (hasFile && failed > 0) ? next : ''}`;
}

/** A broken output comes first, because lines were lost. Any other reason will appear again in the next run. */
function reason({ broken, stopped }: BatchOutcome, isInterrupted: boolean): string {
  if (broken) return `${broken.message}; `;
  if (stopped) return `stopped by ${failureText(stopped)} `;
  return isInterrupted ? 'interrupted: ' : '';
}
