import { writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { VEHICLE } from '../support/ask.ts';
import { serve } from '../support/service.ts';
import { soundData } from '../support/sound-data.ts';

const sound = soundData();

/**
 * Sends requests sequentially on one connection until a response has `Connection: close`.
 * @param onResponse called after each response
 * @returns `closed`, or the code of the error that ended the connection earlier
 */
async function askUntilClosed(address: string, onResponse: () => void): Promise<string> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const query = new URLSearchParams({ ...sound.account(), ...VEHICLE });
  const one = () =>
    new Promise<boolean>((resolve, reject) => {
      const sent = request(`${address}/api/?${query}`, { agent }, (response) =>
        response.resume().on('end', () => resolve(response.headers.connection === 'close')),
      );
      sent.on('error', reject).end();
    });
  try {
    for (;;) {
      const isLast = await one();
      onResponse();
      if (isLast) return 'closed';
    }
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  } finally {
    agent.destroy();
  }
}

test('while the service drains, each response closes its connection, so that no request is reset', async () => {
  const service = await serve(sound.copy(), ['--drain-delay', '60']);
  const clients = Array.from({ length: 10 }, () => {
    let responded = () => {};
    const first = new Promise<void>((resolve) => {
      responded = resolve;
    });
    return { ended: askUntilClosed(service.address, responded), first };
  });
  const ended = Promise.all(clients.map((client) => client.ended));
  await Promise.race([ended, Promise.all(clients.map((client) => client.first))]);
  service.child.kill('SIGTERM');
  expect(await ended).toEqual(clients.map(() => 'closed'));
  // The drain delay of one minute is longer than any client sends requests.
  await service.stop('SIGKILL');
});

test('SIGHUP reloads the admin token, or keeps the previous token if the file is invalid', async () => {
  const data = sound.copy();
  const file = `${data}/token`;
  const write = (text: string) => writeFileSync(file, text);
  write('first-token-0123456789');
  const service = await serve(data, ['--admin-token-file', file]);
  const statusOf = async (token: string) =>
    (await fetch(`${service.admin}/metrics`, { headers: { authorization: `Bearer ${token}` } })).status;
  expect(await statusOf('first-token-0123456789')).toBe(200);
  write('second-token-0123456789');
  service.child.kill('SIGHUP');
  await service.printed('"event":"reload"');
  expect(await statusOf('first-token-0123456789')).toBe(401);
  expect(await statusOf('second-token-0123456789')).toBe(200);
  write('short');
  service.child.kill('SIGHUP');
  await service.printed('"event":"reload-failed"');
  expect(await statusOf('second-token-0123456789')).toBe(200);
  expect(service.output.all).not.toMatch(/-token-0123456789|short/);
});

test('the service exits after an unexpected error and logs the error', async () => {
  const fault =
    "process.once('SIGUSR2', () => { throw new TypeError('no such state, at ?key=' + '01234567'.repeat(2)) })";
  const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(fault)}` };
  const service = await serve(join(temporaryDirectory(), 'data'), [], { env });
  service.child.kill('SIGUSR2');
  const { code } = await service.ended;
  expect(code).toBe(1);
  const lines = service.output.all.split('\n').filter((line) => line.startsWith('{'));
  const last = JSON.parse(lines.at(-1) ?? '');
  expect(last).toMatchObject({ level: 60, event: 'crash', error: 'TypeError' });
  expect(last.message).toContain('no such state');
  expect(last.stack).toContain('TypeError');
  expect(last.time).toMatch(/^\d{4}-/);
  expect(service.output.all).not.toContain('0123456701234567');
});
