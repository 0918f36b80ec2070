import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { run } from './support/run.ts';

afterEach(() => vi.unstubAllEnvs());
const RUNS = process.env.DEEP ? 20_000 : 200;

/** Words that the tool accepts, and similar words. */
const known = fc.constantFrom(
  ...['serve', 'file', 'account', 'create', 'fail', 'user', 'help', 'serv', '--port', '--level', '--pair', '--key'],
  ...['--user', '--json', '--quiet', '--no-demo', '--help', '-h', '-V', '-x', '--', '-', '', '1', 'info', 'me', '-5'],
);
const withSecret = (secret: string) =>
  fc.constantFrom(
    ...[secret, `--${secret}`, `-${secret}`, `--port=${secret}`, `--user=${secret}`, `--key=${secret}`],
    ...[`--kee=${secret}`, `--json=${secret}`, `http://h/?user=me&key=${secret}`, `--level=${secret}`, `-k${secret}`],
  );

describe('a secret is not printed, regardless of its position on the command line:', () => {
  test('an unknown key of more than 20 characters', async () => {
    const key = fc.stringMatching(/^[A-Za-z0-9_-]{21,43}$/);
    const lines = key.chain((secret) => fc.tuple(fc.constant(secret), fc.array(fc.oneof(known, withSecret(secret)))));
    await fc.assert(
      fc.asyncProperty(lines, async ([secret, words]) => {
        const { code, err } = await run(words);
        expect(err).not.toContain(secret);
        expect(err).not.toMatch(/^ +at /m);
        expect([0, 2]).toContain(code === 3 || code === 4 ? 0 : code);
      }),
      { numRuns: RUNS },
    );
  });

  test('any secret that the program has registered', async () => {
    const texts = fc
      .string({ minLength: 6, maxLength: 30 })
      .filter((text) => !text.includes('\0') && text.trim() !== '');
    const lines = texts.chain((secret) => fc.tuple(fc.constant(secret), fc.array(fc.oneof(known, withSecret(secret)))));
    await fc.assert(
      fc.asyncProperty(lines, async ([secret, words]) => {
        const { err } = await run(words, { secrets: () => [secret] });
        expect(err.replaceAll(/tool|account|create/g, '')).not.toContain(secret);
      }),
      { numRuns: RUNS },
    );
  });
});

test('a typed secret is accepted with a one-line warning', async () => {
  const { code, out, err } = await run(['serve', '--key', 'a-key-of-mine']);
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ key: 'a-key-of-mine' });
  expect(err).toBe(
    "tool: --key: a secret on the command line is visible to other users of this machine and stays in the shell's " +
      'history; use the environment variable TOOL_KEY\n',
  );
});

test('a secret from the environment causes no warning and is not shown in messages', async () => {
  vi.stubEnv('TOOL_KEY', 'plain-key');
  expect((await run(['serve'])).err).toBe('');
  for (const words of [['plain-key'], ['serve', '--plain-key'], ['serve', 'plain-key'], ['fail', 'plain-key']]) {
    const { code, err } = await run(words);
    expect(code).toBe(2);
    expect(err).not.toContain('plain-key');
  }
});

test('a secret with unprintable characters is masked with and without these characters', async () => {
  const secret = 'half\u001bof-a-key';
  vi.stubEnv('TOOL_KEY', `${secret} half of-a-key`);
  const { err } = await run(['fail', 'named'], { secrets: () => [secret, 'half of-a-key'] });
  expect(err).not.toMatch(/of-a-key/);
});
