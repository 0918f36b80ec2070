import { existsSync } from 'node:fs';
import { startCommand } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { cpuSeconds, treeCpuSeconds } from '../../bench/cpu-seconds.ts';

test('the CPU time of a process that has exited is NaN, not 0', async () => {
  const { child, ended } = startCommand([process.execPath, '-e', '']);
  await ended;
  expect(cpuSeconds(child.pid)).toBeNaN();
  expect(treeCpuSeconds(child.pid ?? 0)).toBeNaN();
});

test.runIf(existsSync('/proc/self/stat'))('the CPU time of a process tree includes running children', async () => {
  const busy = 'while (process.cpuUsage().user < 2e5);';
  const child = startCommand([
    process.execPath,
    '-e',
    `${busy} console.log('done'); setInterval(() => undefined, 1000)`,
  ]);
  await child.printed('done');
  const ofChild = cpuSeconds(child.child.pid);
  // Rounding in /proc can reduce the time by up to two hundredths of a second.
  expect(ofChild).toBeGreaterThanOrEqual(0.18);
  const own = cpuSeconds(process.pid);
  expect(treeCpuSeconds(process.pid) - own).toBeGreaterThanOrEqual(0.18);
});
