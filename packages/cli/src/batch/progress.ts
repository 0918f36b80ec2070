import { Presets, SingleBar } from 'cli-progress';
import type { BatchCommandOptions } from '../options.ts';
import { failureText } from '../output/failure.ts';
import type { BatchOutcome, Tally } from './run.ts';

export interface BatchProgress {
  update(tally: Tally): void;
  stop(): void;
}

/** Where a batch draws its bar: on a terminal, unless the lines are printed there, too. */
export const barStream = ({ output = '-' }: BatchCommandOptions): NodeJS.WriteStream | undefined =>
  process.stderr.isTTY && (output !== '-' || !process.stdout.isTTY) ? process.stderr : undefined;

/**
 * A bar on a stream. Does nothing without a stream.
 * @param total the number of values; if it is unknown, the bar only counts
 */
export function progressBar(
  stream: NodeJS.WriteStream | undefined,
  name: string,
  total: number | undefined,
): BatchProgress {
  if (!stream) return { update: () => {}, stop: () => {} };
  const counts = '{answered} answered, {failed} failed';
  const format =
    total === undefined
      ? `${name} ${counts}`
      : `${name} {bar} {percentage}% | ${counts}, {value}/{total} | {eta_formatted} left`;
  const bar = new SingleBar({ format, stream, clearOnComplete: true, hideCursor: true }, Presets.shades_classic);
  bar.start(total ?? 0, 0, { answered: 0, failed: 0 });
  return {
    update: ({ answered, failed, skipped }) => bar.update(answered + failed + skipped, { answered, failed }),
    stop: () => bar.stop(),
  };
}

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
