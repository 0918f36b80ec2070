import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { openDataStore } from '../../src/data-store/open-data-store.ts';
import { startService } from '../../src/http/service.ts';
import { standardError } from '../../src/observability/log.ts';
import { QUIET, serve } from '../support/service.ts';

afterEach(() => void vi.unstubAllEnvs());

/** Creates a replacement for `systemd-notify` that records the notices. */
function supervise() {
  const directory = temporaryDirectory();
  const [program, notices] = [join(directory, 'systemd-notify'), join(directory, 'notices')];
  writeFileSync(program, `#!/bin/sh\necho "$@" >> ${notices}\n`);
  chmodSync(program, 0o755);
  const PATH = [directory, process.env.PATH].join(delimiter);
  const env = { PATH, NOTIFY_SOCKET: '/run/none', WATCHDOG_USEC: '600000' };
  const read = () => (existsSync(notices) ? readFileSync(notices, 'utf8').split('\n').slice(0, -1) : []);
  return { directory, env, notices: read };
}

test('with WatchdogSec, the service notifies systemd repeatedly', async () => {
  const { directory, env, notices } = supervise();
  await serve(join(directory, 'data'), [], { env });
  await expect.poll(() => notices().length).toBeGreaterThan(2);
  expect(new Set(notices())).toEqual(new Set(['WATCHDOG=1']));
});

test('a start that takes longer than WatchdogSec notifies systemd', async () => {
  const { directory, env, notices } = supervise();
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const store = await openDataStore(join(directory, 'data'));
  // The service sends three notices per WatchdogSec interval.
  const prepare = async () => {
    await expect.poll(() => notices().length).toBeGreaterThan(4);
    throw new Error('held up');
  };
  Object.assign(store.accounts, { prepare });
  await expect(startService(QUIET, store, standardError())).rejects.toThrow('held up');
});
