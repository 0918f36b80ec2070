import { once } from 'node:events';
import { readdirSync, utimesSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { beforeEach, expect, test } from 'vitest';
import { ask, VEHICLE } from '../support/ask.ts';
import { type RunningService, serve } from '../support/service.ts';
import { catalogueOf, soundData } from '../support/sound-data.ts';

const LIMIT = 512;
/** What the service logs when it drops connections, and when it opens a catalogue. */
const [DROPPED, SWITCHED] = ['"event":"connections"', /("event":"switch".*){2}/s];

const sound = soundData();
let data: string;
let service: RunningService;

const status = async () => (await ask(service.address, { ...sound.account(), ...VEHICLE })).status;
const openDescriptors = () => readdirSync(`/proc/${service.child.pid}/fd`).length;

/** Connections that send nothing. */
async function silentConnections(count: number): Promise<Socket[]> {
  const sockets = Array.from({ length: count }, () => connect(service.port, '127.0.0.1').on('error', () => undefined));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  return sockets;
}

/** Ends the connections; returns the status of a request after them and the milliseconds until its reply. */
async function afterTheEnd(sockets: Socket[]): Promise<{ status: number; ms: number }> {
  for (const socket of sockets) socket.destroy();
  const freed = performance.now();
  return { status: await status(), ms: performance.now() - freed };
}

beforeEach(async () => {
  data = sound.copy();
  service = await serve(data, [], { descriptorLimit: LIMIT });
  expect(await status()).toBe(200);
});

test('after 700 silent connections at a limit of 512 descriptors, the service replies 200 within a second', async () => {
  const silent = await silentConnections(700);
  await service.printed(DROPPED);
  utimesSync(catalogueOf(data), new Date(), new Date());
  await service.printed(SWITCHED);
  const after = await afterTheEnd(silent);
  expect(after.status).toBe(200);
  expect(after.ms).toBeLessThan(1_000);
});

test('connections are limited below the descriptors, so that the service can still open its files', async () => {
  await silentConnections(700);
  await service.printed(DROPPED);
  expect(openDescriptors()).toBeLessThan(LIMIT - 50);
  expect((await fetch(`${service.admin}/ready`)).status).toBe(200);
});
