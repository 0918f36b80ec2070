import { readFileSync, symlinkSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { bin, type RunningProgram, startCommand, startMock, temporaryDirectory } from '@vehicle-lookup/testing';
import { describe, expect, test } from 'vitest';
import { fileOf } from './support/files.ts';

// Behaviour that only a terminal shows: `script` of util-linux gives each program a pseudo terminal.
const mock = await startMock(['--allowance', '250/7d']);

/** A directory with the command on its path. */
function place(): { directory: string; env: Record<string, string> } {
  const directory = temporaryDirectory();
  symlinkSync(bin('cli'), join(directory, 'vehicle-lookup'));
  const path = [directory, dirname(process.execPath), process.env.PATH].join(delimiter);
  return {
    directory,
    env: { PATH: path, XDG_CONFIG_HOME: join(directory, 'config'), TERM: 'dumb', PS1: '$ ', LC_ALL: 'C.UTF-8' },
  };
}

/** Starts a line of a shell in a terminal. */
function inTerminal(line: string, { directory, env } = place()): RunningProgram {
  return startCommand(['script', '-qec', line, '/dev/null'], { cwd: directory, env, input: { open: true } });
}

/** Types a text, and waits until the terminal shows another. */
async function type({ child, printed }: RunningProgram, text: string, shown: string | RegExp): Promise<void> {
  child.stdin?.write(text);
  await printed(shown);
}

test('login asks for what it needs, and never shows the key', async () => {
  const home = place();
  const login = inTerminal('vehicle-lookup login', home);
  await login.printed('Base URL of the service:');
  await type(login, `${mock.address}\r`, 'User name:');
  await type(login, 'me\r', 'Key (it is not shown):');
  login.child.stdin?.write('the-KEY-7391\r');
  const { code, out } = await login.ended;
  expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('kept for the profile default') });
  expect(out).not.toContain('KEY-7391');
  expect(readFileSync(join(home.directory, 'config/vehicle-lookup/profiles.json'), 'utf8')).toContain('the-KEY-7391');
});

test('login rejects a wrong address before it asks for the user and the key', async () => {
  const login = inTerminal('vehicle-lookup login');
  await login.printed('Base URL of the service:');
  login.child.stdin?.write('vehicles.example.com\r');
  const { code, out } = await login.ended;
  expect({ code, out }).toEqual({ code: 2, out: expect.stringContaining('--base-url: expected a URL like http://') });
  expect(out).not.toContain('User name:');
});

test('Ctrl-D ends login with a sentence, and nothing is kept', async () => {
  const login = inTerminal('vehicle-lookup login');
  await login.printed('Base URL of the service:');
  login.child.stdin?.write('\u0004');
  expect(await login.ended).toMatchObject({ code: 130, out: expect.stringContaining('the input ended') });
});

describe('a batch tells its price and asks', () => {
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
  ])('and the answer %j counts', async (answer, code, text) => {
    const program = batch();
    await program.printed(
      '2 values, at most 2 consultations, more if connections break. Go on? (--yes does not ask) [y/N]',
    );
    program.child.stdin?.write(answer);
    expect(await program.ended).toMatchObject({ code, out: expect.stringContaining(text) });
  });

  test('without rows that have no value', async () => {
    const program = batch('', ['""']);
    await program.printed('2 values, at most 2 consultations');
    program.child.stdin?.write('\r');
    await program.ended;
  });

  test('but not with --yes', async () => {
    const { code, out } = await batch('--yes').ended;
    expect({ code, asked: out.includes('Go on?') }).toEqual({ code: 0, asked: false });
  });
});
