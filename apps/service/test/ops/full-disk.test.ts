import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ask, VEHICLE } from './support/ask.ts';
import { soundFolder } from './support/data.ts';
import { createAccount, run, serve, temporaryFolder } from './support/run.ts';

const sound = soundFolder();

test('serve on a full disk charges and answers until there is no room, says so, and has lost nothing', async () => {
  const data = sound.copy();
  const account = sound.account();
  const { code } = await run([
    'plan',
    'set',
    '--plan',
    'standard',
    '--limit',
    '100000',
    '--burst',
    '10000',
    '--data-dir',
    data,
  ]);
  expect(code).toBe(0);
  const full = await serve(data, [], { fileLimit: 256 });
  let acknowledged = 0;
  let status = 200;
  while (status === 200 && acknowledged < 5_000) {
    ({ status } = await ask(full.address, { ...account, ...VEHICLE }));
    if (status === 200) acknowledged++;
  }
  expect(status).toBe(500);
  expect(acknowledged).toBeGreaterThan(0);
  // What needs no room is answered still.
  expect((await ask(full.address, { ...account, key: 'another' })).status).toBe(401);
  await full.stop();
  expect(full.output().split('\n')).toContainEqual(expect.stringMatching(/"level":50,.*no room left/));

  const roomy = await serve(data);
  const { remaining } = await ask(roomy.address, { ...account, ...VEHICLE });
  expect(remaining).toBe(100_000 - acknowledged - 1);
});

test.each([
  ['serve', ['serve', '--port', '0', '--admin-port', '0']],
  ['migrate', ['migrate']],
  ['account create', ['account', 'create', '--user', 'me', '--plan', 'free']],
])('%s in a new folder on a full disk is one clear line, and works when there is room', async (_, args) => {
  const data = join(temporaryFolder(), 'data');
  const { code, err } = await run([...args, '--data-dir', data], { fileLimit: 40 });
  expect(code).toBe(1);
  expect(err).toMatch(/^vehicle-lookup-service: .*(no room left|disk is full|beyond the size)[^\n]*\n$/);
  expect(await createAccount(data, 'later', 'free')).toMatchObject({ user: 'later' });
});
