import { afterEach, expect, test, vi } from 'vitest';
import { screenful } from '../../src/command-line/errors.ts';
import { run } from './support/run.ts';

afterEach(() => vi.unstubAllEnvs());

test('the return value of an action is the exit code', async () => {
  expect((await run(['account', 'create'])).code).toBe(4);
  expect((await run(['account', 'close'])).code).toBe(0);
});

test('a user error is printed without credentials and sets its exit code', async () => {
  const { code, err } = await run(['fail', 'user']);
  expect({ code, err }).toEqual({ code: 3, err: 'tool: http://h/?user=***&key=*** was rejected\nsecond line\n' });
});

test('the message of an operating system error contains the next step', async () => {
  const { code, err } = await run(['fail', 'system']);
  expect({ code, err }).toEqual({
    code: 1,
    err: 'tool: /data/x: the disk is full; free some space and try again (ENOSPC)\n',
  });
});

test('an unexpected error is one line with the setting that prints the stack trace', async () => {
  const { code, err } = await run(['fail', 'unexpected']);
  expect({ code, err }).toEqual({
    code: 1,
    err: 'tool: it failed: it broke. Set VEHICLE_LOOKUP_DEBUG=1 to print the stack trace\n',
  });
});

test('a program can set the introduction and the exit code for unexpected errors', async () => {
  const failure = { text: 'the suite itself failed, so there is no verdict', exitCode: 2 };
  const { code, err } = await run(['fail', 'unexpected'], { failure });
  expect(code).toBe(2);
  expect(err).toMatch(/^tool: the suite itself failed, so there is no verdict: it broke\. /);
});

test('VEHICLE_LOOKUP_DEBUG=1 prints the stack trace of an error without secrets', async () => {
  vi.stubEnv('VEHICLE_LOOKUP_DEBUG', '1');
  vi.stubEnv('TOOL_KEY', 'a-key-of-mine');
  const { err } = await run(['fail', 'named']);
  expect(err).toMatch(/^ +at /m);
  expect(err).not.toContain('a-key-of-mine');
});

test('characters that control a terminal are not printed', async () => {
  const { err } = await run(['fail', 'named']);
  expect(err).not.toContain('\u001b');
});

test('a long message is shortened to one screen and keeps its beginning and its end', async () => {
  const rows = (text: string) =>
    text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / 80)), 0);
  const long = `the file ${'x'.repeat(1_000_000)} is too long. Choose another name`;
  const many = [...Array.from({ length: 1_000 }, (_, index) => `${index}: wrong`), 'Fix them'].join('\n');
  for (const [message, first, last] of [
    [long, 'tool: the file xxx', 'xxx is too long. Choose another name\n'],
    [many, 'tool: 0: wrong\n1: wrong\n', '999: wrong\nFix them\n'],
  ] as const) {
    vi.stubEnv('TOOL_MESSAGE', message);
    const { code, err } = await run(['fail', 'message']);
    expect(code).toBe(1);
    expect(rows(err)).toBeLessThanOrEqual(50);
    expect(err.startsWith(first)).toBe(true);
    expect(err.endsWith(last)).toBe(true);
    expect(err).toMatch(/\n… \d+ characters omitted …\n/);
  }
  expect(screenful('a\n\nb\n')).toBe('a\n\nb\n');
});

test('a secret at the position where a message is shortened is masked completely', async () => {
  vi.stubEnv('TOOL_KEY', 'a-key-of-mine');
  for (let before = 2_480; before < 2_580; before++) {
    vi.stubEnv('TOOL_MESSAGE', `${'x'.repeat(before)}a-key-of-mine${'y'.repeat(9_000)}`);
    const { err } = await run(['fail', 'message']);
    expect(err).not.toMatch(/a-k|mine/);
  }
});
