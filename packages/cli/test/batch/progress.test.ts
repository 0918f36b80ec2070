import { expect, test } from 'vitest';
import { showProgress } from '../../src/batch/progress.ts';

const CLEAR_LINE = '\r\u001b[2K';
const tally = {
  results: new Map([
    ['answered', 8],
    ['not_found', 1],
    ['invalid_argument', 1],
  ]),
  skipped: new Map([['answered' as const, 5]]),
};

test.each([
  [30, 80, 'decode 0/30: 0 succeeded, 0 failed', 'decode 15/30: 8 succeeded, 2 failed'],
  [undefined, 80, 'decode: 0 succeeded, 0 failed', 'decode: 8 succeeded, 2 failed'],
  [30, 20, 'decode 0/30: 0 succ', 'decode 15/30: 8 suc'],
])('the progress for %s values fits on one line of %i columns', (total, columns, first, second) => {
  const written: string[] = [];
  const write = (text: string) => written.push(text) > 0;
  const progress = showProgress({ write, columns }, 'decode', total);
  progress.update(tally);
  progress.stop();
  expect(written).toEqual([CLEAR_LINE + first, CLEAR_LINE + second, CLEAR_LINE]);
});
