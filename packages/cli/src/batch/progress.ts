import type { BatchCommandOptions } from '../options.ts';
import { finished, type Tally } from './run.ts';

export interface BatchProgress {
  update(tally: Tally): void;
  stop(): void;
}

/** Where a batch draws its bar: on a terminal, unless the lines are printed there, too. */
export const barStream = ({ output = '-' }: BatchCommandOptions): NodeJS.WriteStream | undefined =>
  process.stderr.isTTY && (output !== '-' || !process.stdout.isTTY) ? process.stderr : undefined;

/** Moves a terminal to the beginning of its line, and empties it. */
export const CLEAR_LINE = '\r\u001b[2K';
/** Characters of a full bar. */
const WIDTH = 40;
/** Milliseconds between two drawings. */
const PAUSE = 100;

/**
 * A bar on a stream. Does nothing without a stream.
 * @param total the number of values; if it is unknown, the bar only counts
 */
export function progressBar(
  stream: Pick<NodeJS.WriteStream, 'write'> | undefined,
  name: string,
  total: number | undefined,
): BatchProgress {
  if (!stream) return { update: () => {}, stop: () => {} };
  const started = performance.now();
  const shown = { answered: 0, done: 0, count: 0 };
  const draw = () => {
    const { answered, done, count } = shown;
    const counts = `${answered} answered, ${done - answered} failed`;
    const share = total ? Math.min(count / total, 1) : 0;
    const bar = '█'.repeat(Math.round(share * WIDTH)).padEnd(WIDTH, '░');
    const left = Math.ceil((((total ?? 0) - count) * (performance.now() - started)) / Math.max(done, 1) / 1000);
    const rest = `${bar} ${Math.floor(share * 100)}% | ${counts}, ${count}/${total} | ${left} s left`;
    stream.write(`${CLEAR_LINE}${name} ${total === undefined ? counts : rest}`);
  };
  draw();
  const timer = setInterval(draw, PAUSE);
  return {
    update(tally) {
      const done = finished(tally);
      Object.assign(shown, { answered: tally.answered, done, count: done + tally.skipped });
    },
    stop() {
      clearInterval(timer);
      stream.write(CLEAR_LINE);
    },
  };
}
