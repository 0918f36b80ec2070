import { afterEach, expect, test, vi } from 'vitest';
import { run } from './support/run.ts';

afterEach(() => vi.unstubAllEnvs());

test('a command chooses its exit code', async () => {
  expect((await run(['account', 'create'])).code).toBe(4);
  expect((await run(['account', 'close'])).code).toBe(0);
});

test('an error for the user is printed as it is, without credentials, with its own exit code', async () => {
  const { code, err } = await run(['fail', 'user']);
  expect({ code, err }).toEqual({ code: 3, err: 'tool: http://h/?user=***&key=*** was refused\nsecond line\n' });
});

test('an error of the operating system says what to do', async () => {
  const { code, err } = await run(['fail', 'system']);
  expect({ code, err }).toEqual({
    code: 1,
    err: 'tool: /data/x: the disk is full; free some space and run it again (ENOSPC)\n',
  });
});

test('an unexpected error is one line and says how to see more', async () => {
  const { code, err } = await run(['fail', 'unexpected']);
  expect({ code, err }).toEqual({ code: 1, err: 'tool: it failed: it broke. VEHICLE_LOOKUP_DEBUG=1 shows where\n' });
});

test('a program may introduce unexpected errors in its own way, with an exit code of its own', async () => {
  const failure = { text: 'the suite itself failed, so there is no verdict', exitCode: 2 };
  const { code, err } = await run(['fail', 'unexpected'], { failure });
  expect(code).toBe(2);
  expect(err).toMatch(/^tool: the suite itself failed, so there is no verdict: it broke\. /);
});

test('with VEHICLE_LOOKUP_DEBUG=1 the place of an error is printed, without secrets', async () => {
  vi.stubEnv('VEHICLE_LOOKUP_DEBUG', '1');
  vi.stubEnv('TOOL_KEY', 'a-key-of-mine');
  const { err } = await run(['fail', 'named']);
  expect(err).toMatch(/^ +at /m);
  expect(err).not.toContain('a-key-of-mine');
});

test('what steers a terminal is not printed', async () => {
  const { err } = await run(['fail', 'named']);
  expect(err).not.toContain('\u001b');
});
