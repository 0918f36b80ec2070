import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { startPostgresql } from '../src/index.ts';

test('PostgreSQL accepts connections after a start as a non-root user and after a crash', async () => {
  const { port, pid, stop, start, log } = await startPostgresql();
  const accepts = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true));
      socket.on('connect', () => socket.destroy()).on('error', () => resolve(false));
    });
  expect(await accepts()).toBe(true);
  const [, uid] = /^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid()}/status`, 'utf8')) ?? [];
  expect(uid).not.toBe('0');
  await stop('SIGKILL');
  expect(await accepts()).toBe(false);
  await start();
  expect(await accepts()).toBe(true);
  expect(log()).toContain('database system was not properly shut down');
});
