import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { serve } from '../support/service.ts';

test('with WatchdogSec it tells systemd again and again that it works', async () => {
  const directory = temporaryDirectory();
  const [program, notices] = [join(directory, 'systemd-notify'), join(directory, 'notices')];
  writeFileSync(program, `#!/bin/sh\necho "$@" >> ${notices}\n`);
  chmodSync(program, 0o755);
  const PATH = [directory, process.env.PATH].join(delimiter);
  const env = { PATH, NOTIFY_SOCKET: '/run/none', WATCHDOG_USEC: '600000' };
  await serve(join(directory, 'data'), [], { env });
  const count = () => (existsSync(notices) ? readFileSync(notices, 'utf8').split('\n').length - 1 : 0);
  await expect.poll(count, { timeout: 10_000 }).toBeGreaterThan(2);
  expect(new Set(readFileSync(notices, 'utf8').trim().split('\n'))).toEqual(new Set(['WATCHDOG=1']));
});
