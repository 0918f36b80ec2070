import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

export interface RunningMock {
  url: string;
  close: () => Promise<void>;
}

/**
 * Starts the mock as a child process on a free port.
 * @throws when it ends instead
 */
export async function startMock(): Promise<RunningMock> {
  const folder = dirname(createRequire(import.meta.url).resolve('@vehicle-lookup/mock/package.json'));
  const mock = fork(join(folder, 'bin/vehicle-lookup-mock.js'), ['--port', '0'], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [message] = (await Promise.race([
    once(mock, 'message'),
    once(mock, 'exit').then(([code]) => Promise.reject(new Error(`the mock ended with code ${code}; is it built?`))),
  ])) as [{ ready: string }];
  const close = async () => {
    if (mock.exitCode !== null) return;
    const gone = once(mock, 'exit');
    mock.kill('SIGTERM');
    await gone;
  };
  return { url: message.ready, close };
}
