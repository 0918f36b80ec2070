import { join } from 'node:path';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { ask, VEHICLE } from '../support/ask.ts';
import { createAccount, createPlan, runService, serve } from '../support/service.ts';
import { soundData } from '../support/sound-data.ts';

const sound = soundData();

test('serve on a full disk rejects requests without losing acknowledged charges', async () => {
  const data = sound.copy();
  const account = sound.account();
  const limit = 100_000;
  await createPlan(data, 'standard', { limit });
  const full = await serve(data, [], { fileSizeLimit: 256 });
  let acknowledged = 0;
  let status = 200;
  while (status === 200 && acknowledged < 5_000) {
    ({ status } = await ask(full.address, { ...account, ...VEHICLE }));
    if (status === 200) acknowledged++;
  }
  expect(status).toBe(500);
  expect(acknowledged).toBeGreaterThan(0);
  // Requests that require no disk space still get a response.
  expect((await ask(full.address, { ...account, key: 'another' })).status).toBe(401);
  // The test write of /ready is smaller than a charge, so it may succeed a few more times.
  const readiness: number[] = [];
  while (readiness.at(-1) !== 503 && readiness.length < 20) {
    readiness.push((await fetch(`${full.admin}/ready`)).status);
  }
  expect(readiness.at(-1)).toBe(503);
  for (let count = 0; count < 20; count++)
    expect((await ask(full.address, { ...account, ...VEHICLE })).status).toBe(500);
  const { err } = await full.stop();
  expect(err.match(/"level":50,.*no space left/g)).toHaveLength(1);
  expect(err).not.toContain('"stack"');

  const roomy = await serve(data);
  const { remaining } = await ask(roomy.address, { ...account, ...VEHICLE });
  expect(remaining).toBe(limit - acknowledged - 1);
});

test.each([
  ['serve', ['serve', '--port', '0', '--admin-port', '0']],
  ['migrate', ['migrate']],
  ['account create', ['account', 'create', '--user', 'me', '--plan', 'free']],
])('%s in a new directory on a full disk prints one clear line', async (_, args) => {
  const data = join(temporaryDirectory(), 'data');
  const { code, err } = await runService([...args, '--data-dir', data], { fileSizeLimit: 40 });
  expect(code).toBe(1);
  expect(err).toMatch(/^vehicle-lookup-service: .*(no space left|disk is full|exceed the allowed size)[^\n]*\n$/);
  expect(await createAccount(data, 'later', 'free')).toMatchObject({ user: 'later' });
});
