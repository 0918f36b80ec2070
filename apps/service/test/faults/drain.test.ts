import { writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { VEHICLE } from '../support/ask.ts';
import { serve } from '../support/service.ts';
import { soundData } from '../support/sound-data.ts';

const sound = soundData();

/**
 * Sends requests on one connection, one after another, until a reply says that it is the last one.
 * @returns `closed`, or the code of the error that ended it earlier
 */
async function askUntilClosed(address: string): Promise<string> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const query = new URLSearchParams({ ...sound.account(), ...VEHICLE });
  const one = () =>
    new Promise<boolean>((resolve, reject) => {
      const sent = request(`${address}/api/?${query}`, { agent }, (reply) =>
        reply.resume().on('end', () => resolve(reply.headers.connection === 'close')),
      );
      sent.on('error', reject).end();
    });
  try {
    for (;;) if (await one()) return 'closed';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  } finally {
    agent.destroy();
  }
}

test('while the service drains, each reply closes its connection, so that no busy one is reset at the end', async () => {
  const service = await serve(sound.copy(), ['--drain-delay', '1']);
  const clients = Array.from({ length: 10 }, () => askUntilClosed(service.address));
  await wait(200);
  service.child.kill('SIGTERM');
  expect(await Promise.all(clients)).toEqual(clients.map(() => 'closed'));
  expect((await service.ended).code).toBe(0);
});

test('SIGHUP does not end the service: it reads the admin token again, and keeps the one before if the file is wrong', async () => {
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
