import { afterEach, expect, test, vi } from 'vitest';
import { progressBar } from '../../src/batch/progress.ts';
import type { Tally } from '../../src/batch/run.ts';

afterEach(() => {
  vi.useRealTimers();
});

const tally: Tally = {
  answered: 8,
  notFound: 1,
  invalid: 1,
  firstInvalid: [],
  failed: new Map(),
  skipped: 5,
  skippedNotFound: 0,
  skippedInvalid: 0,
  requested: 10,
};

test.each([
  [30, /^decode █{20}░{20} 50% \| 8 answered, 2 failed, 15\/30 \| \d+ s left$/],
  [undefined, /^decode 8 answered, 2 failed$/],
])('a bar shows what is done of %s values, on one line that the end empties', (total, line) => {
  let shown = '';
  const write = (text: string) => {
    shown = text.replace('\r\u001b[2K', '');
    return text.startsWith('\r\u001b[2K');
  };
  vi.useFakeTimers();
  const bar = progressBar({ write }, 'decode', total);
  bar.update(tally);
  vi.advanceTimersByTime(100);
  expect(shown).toMatch(line);
  bar.stop();
  expect([shown, vi.getTimerCount()]).toEqual(['', 0]);
});
