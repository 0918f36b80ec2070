import { existsSync } from 'node:fs';
import { startCommand } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { cpuSeconds, treeCpuSeconds } from '../../bench/cpu-seconds.ts';

test('the CPU time of a process that has ended is unknown, not 0', async () => {
  const { child, ended } = startCommand([process.execPath, '-e', '']);
  await ended;
  expect(cpuSeconds(child.pid)).toBeNaN();
  expect(treeCpuSeconds(child.pid ?? 0)).toBeNaN();
});

test.runIf(existsSync('/proc/self/stat'))(
  'the CPU time of a process contains that of its running children',
  async () => {
    const busy = 'while (process.cpuUsage().user < 2e5);';
    const child = startCommand([
      process.execPath,
      '-e',
      `${busy} console.log('done'); setInterval(() => undefined, 1000)`,
    ]);
    await child.printed('done');
    const ofChild = cpuSeconds(child.child.pid);
    // Up to two hundredths are lost where /proc rounds.
    expect(ofChild).toBeGreaterThanOrEqual(0.18);
    const own = cpuSeconds(process.pid);
    expect(treeCpuSeconds(process.pid) - own).toBeGreaterThanOrEqual(0.18);
  },
);
