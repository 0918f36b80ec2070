import { readFileSync, symlinkSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { bin, type RunningProgram, startCommand, startMock, temporaryDirectory } from '@vehicle-lookup/testing';
import { describe, expect, test } from 'vitest';
import { fileOf } from './support/files.ts';

// These tests require a terminal: `script` from util-linux runs each program in a pseudo terminal.
const mock = await startMock(['--allowance', '250/7d']);

/** Creates a directory and an environment with the command on the path. */
function place(): { directory: string; env: Record<string, string> } {
  const directory = temporaryDirectory();
  symlinkSync(bin('cli'), join(directory, 'vehicle-lookup'));
  const path = [directory, dirname(process.execPath), process.env.PATH].join(delimiter);
  return {
    directory,
    env: { PATH: path, XDG_CONFIG_HOME: join(directory, 'config'), TERM: 'dumb', PS1: '$ ', LC_ALL: 'C.UTF-8' },
  };
}

/** Starts a shell command in a terminal. */
function inTerminal(line: string, { directory, env } = place()): RunningProgram {
  return startCommand(['script', '-qec', line, '/dev/null'], { cwd: directory, env, input: { open: true } });
}

/** Types text, and waits until the terminal shows the expected text. */
async function type({ child, printed }: RunningProgram, text: string, shown: string | RegExp): Promise<void> {
  child.stdin?.write(text);
  await printed(shown);
}

test('login prompts for missing values without showing the key', async () => {
  const home = place();
  const login = inTerminal('vehicle-lookup login', home);
  await login.printed('Base URL of the service:');
  await type(login, `${mock.address}\r`, 'User name:');
  await type(login, 'me\r', 'Key (hidden):');
  login.child.stdin?.write('the-KEY-7391\r');
  const { code, out } = await login.ended;
  expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('stored as profile default') });
  expect(out).not.toContain('KEY-7391');
  expect(readFileSync(join(home.directory, 'config/vehicle-lookup/profiles.json'), 'utf8')).toContain('the-KEY-7391');
});

test('login rejects an invalid URL before prompting for the user and the key', async () => {
  const login = inTerminal('vehicle-lookup login');
  await login.printed('Base URL of the service:');
  login.child.stdin?.write('vehicles.example.com\r');
  const { code, out } = await login.ended;
  expect({ code, out }).toEqual({ code: 2, out: expect.stringContaining('--base-url: expected a URL like http://') });
  expect(out).not.toContain('User name:');
});

test('Ctrl-D ends login with a message and exit code 130', async () => {
  const login = inTerminal('vehicle-lookup login');
  await login.printed('Base URL of the service:');
  login.child.stdin?.write('\u0004');
  expect(await login.ended).toMatchObject({ code: 130, out: expect.stringContaining('the input ended') });
});

describe('the price prompt of a batch', () => {
  const batch = (more = '', others: string[] = []) => {
    const list = fileOf(['WVWZZZ1KZAW000001', 'WVWZZZ1KZAW000002', ...others]);
    const account = `--base-url ${mock.address} --user me`;
    const home = place();
    return inTerminal(`vehicle-lookup decode --from ${list} --output out.ndjson ${account} ${more}`, {
      ...home,
      env: { ...home.env, VEHICLE_LOOKUP_KEY: 'demo-key' },
    });
  };

  test.each([
    ['y\r', 0, 'decode: 2 succeeded'],
    ['\r', 130, 'decode: no request was made'],
  ])('accepts the input %j', async (answer, code, text) => {
    const program = batch();
    await program.printed(
      '2 values, at most 2 consultations (more if connections break). Continue? (--yes skips this prompt) [y/N]',
    );
    program.child.stdin?.write(answer);
    expect(await program.ended).toMatchObject({ code, out: expect.stringContaining(text) });
  });

  test('does not count rows without a value', async () => {
    const program = batch('', ['""']);
    await program.printed('2 values, at most 2 consultations');
    program.child.stdin?.write('\r');
    await program.ended;
  });

  test('is skipped with --yes', async () => {
    const { code, out } = await batch('--yes').ended;
    expect({ code, asked: out.includes('Continue?') }).toEqual({ code: 0, asked: false });
  });
});
