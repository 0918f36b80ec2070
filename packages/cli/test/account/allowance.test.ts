import { temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import { noteAllowance, readAllowance } from '../../src/account/allowance.ts';
import { writeProfile } from '../../src/account/profiles.ts';

const account = { baseUrl: 'http://127.0.0.1:9', user: 'demo' };

/** Creates a layer on top of a service whose responses arrive when the test releases them. */
function service() {
  vi.stubEnv('XDG_CONFIG_HOME', temporaryDirectory());
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  writeProfile('default', { ...account, key: 'demo-key' });
  const waiting: ((left: number) => void)[] = [];
  const layer = noteAllowance(account)(
    () =>
      new Promise((resolve) => {
        waiting.push((left) => {
          const headers = { ratelimit: `"a";r=${left};t=60`, 'ratelimit-policy': '"a";q=10;w=604800' };
          resolve(new Response('{}', { headers }));
        });
      }),
  );
  return {
    ask: () => layer('http://127.0.0.1:9/api/', {}),
    response: (request: number, left: number) => waiting[request]?.(left),
    /** Returns the number of consultations that is stored when the program exits. */
    kept: () => {
      for (const listener of process.listeners('exit').slice(-1)) {
        process.off('exit', listener);
        listener(0);
      }
      return readAllowance(account)?.left;
    },
  };
}

test('a delayed response to an earlier request does not increase the number of remaining consultations', async () => {
  const { ask, response, kept } = service();
  const calls = [ask(), ask()];
  response(1, 0);
  await calls[1];
  response(0, 1);
  await calls[0];
  expect(kept()).toBe(0);
});

test('a response to a later request can increase the number of remaining consultations', async () => {
  const { ask, response, kept } = service();
  const first = ask();
  response(0, 0);
  await first;
  const second = ask();
  response(1, 3);
  await second;
  expect(kept()).toBe(3);
});
