import { once } from 'node:events';
import { readdirSync, utimesSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { beforeEach, expect, test } from 'vitest';
import { ask, VEHICLE } from '../support/ask.ts';
import { type RunningService, serve } from '../support/service.ts';
import { catalogueOf, soundData } from '../support/sound-data.ts';

const LIMIT = 512;
/** Log output for dropped connections and for two opened catalogues. */
const [DROPPED, SWITCHED] = ['"event":"connections"', /("event":"switch".*){2}/s];

const sound = soundData();
let data: string;
let service: RunningService;

const status = async () => (await ask(service.address, { ...sound.account(), ...VEHICLE })).status;
const openDescriptors = () => readdirSync(`/proc/${service.child.pid}/fd`).length;

/** Opens connections that do not send data. */
async function silentConnections(count: number): Promise<Socket[]> {
  const sockets = Array.from({ length: count }, () => connect(service.port, '127.0.0.1').on('error', () => undefined));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  return sockets;
}

beforeEach(async () => {
  data = sound.copy();
  service = await serve(data, [], { descriptorLimit: LIMIT });
  expect(await status()).toBe(200);
});

test('the first request after 700 silent connections at a limit of 512 descriptors returns 200', async () => {
  const silent = await silentConnections(700);
  await service.printed(DROPPED);
  utimesSync(catalogueOf(data), new Date(), new Date());
  await service.printed(SWITCHED);
  for (const socket of silent) socket.destroy();
  expect(await status()).toBe(200);
});

test('the connection limit leaves descriptors for the files of the service', async () => {
  await silentConnections(700);
  await service.printed(DROPPED);
  expect(openDescriptors()).toBeLessThan(LIMIT - 50);
  expect((await fetch(`${service.admin}/ready`)).status).toBe(200);
});

test('silent connections from one address do not block requests from other addresses', async () => {
  await silentConnections(700);
  await service.printed(DROPPED);
  expect(service.output.all).toContain('"event":"connections","reason":"silent","limit":208');
  expect(service.output.all).not.toContain('"reason":"all"');
  const sent = request(`${service.address}/api/?${new URLSearchParams({ ...sound.account(), ...VEHICLE })}`, {
    localAddress: '127.0.0.2',
  });
  sent.end();
  const [response]: IncomingMessage[] = await once(sent, 'response');
  expect(response?.statusCode).toBe(200);
  expect(await status(), 'of the same address').toBe(200);
});

test('silent connections to the admin port do not block a probe or an API request', async () => {
  const port = Number(new URL(service.admin).port);
  const silent = Array.from({ length: 40 }, () => connect(port, '127.0.0.1').on('error', () => undefined));
  await Promise.all(silent.map((socket) => once(socket, 'connect')));
  expect((await fetch(`${service.admin}/ready`)).status).toBe(200);
  expect(await status()).toBe(200);
});
