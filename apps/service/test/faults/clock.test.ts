import { expect, onTestFinished, test, vi } from 'vitest';
import { watchClock } from '../../src/observability/clock.ts';
import { createReport } from '../../src/observability/events.ts';
import { createLog } from '../../src/observability/log.ts';
import { createMetrics } from '../../src/observability/metrics.ts';

const HOUR = 3_600_000;

test('large clock changes are logged and counted, but ordinary corrections are not', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const lines: string[] = [];
  const metrics = createMetrics();
  const report = createReport(createLog('info', { write: (line) => void lines.push(line) }), metrics);
  const stop = watchClock((seconds) => report('clock', { seconds }));
  for (const set of [0, HOUR, 0, 500, -2 * HOUR]) {
    vi.setSystemTime(Date.now() + set);
    vi.advanceTimersByTime(1_000);
  }
  stop();
  const logged = lines.map((line) => JSON.parse(line));
  expect(logged).toMatchObject([
    { level: 40, event: 'clock', seconds: 3_600 },
    { level: 40, event: 'clock', seconds: -7_200 },
  ]);
  expect(logged[0].msg).toContain('doctor --repair-clock');
  const text = await metrics.text();
  expect(text).toContain('vehicle_lookup_events_total{event="clock"} 2');
});
