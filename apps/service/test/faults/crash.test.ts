import { join } from 'node:path';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { serve } from '../support/service.ts';

test('an error that nobody expected ends the service with a line of its log that says why', async () => {
  const fault =
    "process.once('SIGUSR2', () => { throw new TypeError('no such state, at ?key=' + '01234567'.repeat(2)) })";
  const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(fault)}` };
  const service = await serve(join(temporaryDirectory(), 'data'), [], { env });
  service.child.kill('SIGUSR2');
  const { code } = await service.ended;
  expect(code).toBe(1);
  const lines = service.output.all.split('\n').filter((line) => line.startsWith('{'));
  const last = JSON.parse(lines.at(-1) ?? '');
  expect(last).toMatchObject({ level: 60, event: 'crash', error: 'TypeError' });
  expect(last.message).toContain('no such state');
  expect(last.stack).toContain('TypeError');
  expect(last.time).toMatch(/^\d{4}-/);
  expect(service.output.all).not.toContain('0123456701234567');
});
