import { type ChildProcess, execFile, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { packageVersion } from '../../src/command-line/index.ts';

const tool = join(import.meta.dirname, 'support/tool.js');

/** All Node.js versions on this machine: the version that runs the tests, and the versions in `PATH`. */
const runtimes = new Map(
  [process.execPath, ...(process.env.PATH ?? '').split(delimiter).map((directory) => join(directory, 'node'))]
    .filter((file) => existsSync(file))
    .map((file) => [execFileSync(file, ['--version'], { encoding: 'utf8' }).trim(), file]),
);

function run(file: string, args: string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    const child = execFile(file, args, (_, out, err) => resolve({ code: child.exitCode ?? -1, out, err }));
  });
}

test.each([...runtimes])('a program runs on Node.js %s', async (_, node) => {
  const version = packageVersion('@vehicle-lookup/toolkit', import.meta.url);
  expect(await run(node, [tool, '--version'])).toEqual({ code: 0, out: `${version}\n`, err: '' });
  expect(await run(node, [tool, 'serve', '--port', 'x'])).toMatchObject({ code: 2, out: '' });
  expect(await run(node, [tool, 'account', 'create'])).toMatchObject({ code: 4, err: '' });
});

test('an uncaught error after the action is one line and sets the exit code 1', async () => {
  expect(await run(process.execPath, [tool, 'later'])).toEqual({
    code: 1,
    out: '',
    err: 'tool: it failed: it broke later. Set VEHICLE_LOOKUP_DEBUG=1 to print the stack trace\n',
  });
});

test('a program exits with 0 if the reader of its output stops reading', async () => {
  const child = fork(tool, ['flood'], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  let err = '';
  child.stderr?.on('data', (chunk) => {
    err += chunk;
  });
  child.stdout?.once('data', () => child.stdout?.destroy());
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(err).toBe('');
});

describe('a server with an IPC channel to its parent', () => {
  async function ready(): Promise<ChildProcess> {
    const child = fork(tool, ['wait'], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    expect(await once(child, 'message')).toEqual([{ ready: 'http://127.0.0.1:1' }, undefined]);
    return child;
  }

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('reports when it is ready and stops on %s', async (signal) => {
    const child = await ready();
    child.kill(signal);
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  test('stops when its parent closes the channel', async () => {
    const child = await ready();
    child.disconnect();
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  test('stops if its parent closed the channel before the server was ready', async () => {
    const child = fork(tool, ['wait'], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    child.disconnect();
    expect(await once(child, 'exit')).toEqual([0, null]);
  });
});
