import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';

const folder = dirname(createRequire(import.meta.url).resolve('@vehicle-lookup/mock/package.json'));

/** Starts the mock on a free port, for all tests of a file; returns its base address and what it has said. */
export async function startMock(): Promise<{ baseUrl: string; output(): string }> {
  const child = fork(join(folder, 'bin/vehicle-lookup-mock.js'), ['--port', '0'], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    execArgv: [],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      said += chunk;
    });
  }
  const [message] = (await once(child, 'message')) as [{ ready: string }];
  afterAll(async () => {
    child.kill();
    await once(child, 'close');
  });
  return { baseUrl: message.ready, output: () => said };
}
