import { writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { expect, test } from 'vitest';
import { VEHICLE } from '../support/ask.ts';
import { serve } from '../support/service.ts';
import { soundData } from '../support/sound-data.ts';

const sound = soundData();

/**
 * Sends requests on one connection, one after another, until a reply says that it is the last one.
 * @param onReply called after each reply
 * @returns `closed`, or the code of the error that ended it earlier
 */
async function askUntilClosed(address: string, onReply: () => void): Promise<string> {
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
    for (;;) {
      const isLast = await one();
      onReply();
      if (isLast) return 'closed';
    }
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  } finally {
    agent.destroy();
  }
}

test('while the service drains, each reply closes its connection, so that no busy one is reset at the end', async () => {
  const service = await serve(sound.copy(), ['--drain-delay', '1']);
  const clients = Array.from({ length: 10 }, () => {
    let replied = () => {};
    const first = new Promise<void>((resolve) => {
      replied = resolve;
    });
    return { ended: askUntilClosed(service.address, replied), first };
  });
  const ended = Promise.all(clients.map((client) => client.ended));
  // The drain may end before a client that has not connected yet does.
  await Promise.race([ended, Promise.all(clients.map((client) => client.first))]);
  service.child.kill('SIGTERM');
  expect(await ended).toEqual(clients.map(() => 'closed'));
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
