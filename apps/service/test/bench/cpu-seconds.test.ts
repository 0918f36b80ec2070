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
    const busy = `for (const end = Date.now() + 200; Date.now() < end;);`;
    const child = startCommand([
      process.execPath,
      '-e',
      `${busy} console.log('done'); setInterval(() => undefined, 1000)`,
    ]);
    await child.printed('done');
    const ofChild = cpuSeconds(child.child.pid);
    expect(ofChild).toBeGreaterThan(0);
    expect(treeCpuSeconds(process.pid) - cpuSeconds(process.pid)).toBeGreaterThan(ofChild / 2);
  },
);
