import { Presets, SingleBar } from 'cli-progress';
import type { BatchCommandOptions } from '../options.ts';
import { finished, type Tally } from './run.ts';

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
    update: (tally) => {
      const { answered, skipped } = tally;
      bar.update(finished(tally) + skipped, { answered, failed: finished(tally) - answered });
    },
    stop: () => bar.stop(),
  };
}
