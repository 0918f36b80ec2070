import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import { beforeAll, expect, test } from 'vitest';
import { exampleData } from '../../demo/examples.ts';
import { openDataStore } from '../../src/data-store/open-data-store.ts';
import { publish, vehicle } from '../data-store/conformance/catalogue.ts';
import type { Credentials } from '../support/ask.ts';
import { createAccount, createPlan, serve } from '../support/service.ts';

const MATCHES = process.env.DEEP ? 100_000 : 30_000;
const MEGABYTE = 2 ** 20;

let data: string;
let who: Credentials;
beforeAll(async () => {
  data = join(temporaryDirectory(), 'data');
  await createPlan(data, 'unlimited');
  who = await createAccount(data, 'someone', 'unlimited');
  const [engine] = exampleData('getEngines') as [Record<string, unknown>];
  const vehicles = Array.from({ length: MATCHES }, (_, index) =>
    vehicle(index + 1, { patterns: ['WVWZZZ1K'], engines: [{ ...engine, Description: `engine ${index}` }] }),
  );
  await publish(await openDataStore(data), vehicles);
});

test('fifty concurrent searches for the engines of a partial VIN use less than 400 MB', async () => {
  const service = await serve(data);
  const search = async (): Promise<[number, number]> => {
    const query = new URLSearchParams({ ...who, vin: 'WVWZZZ1K', getEngines: '1' });
    const response = await fetch(`${service.address}/api/?${query}`);
    let bytes = 0;
    for await (const chunk of response.body ?? []) bytes += chunk.length;
    return [response.status, bytes];
  };
  const responses = await Promise.all(Array.from({ length: 50 }, search));
  const peak = Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${service.child.pid}/status`, 'utf8'))?.[1]) * 1024;
  const whole = responses.filter(([status, bytes]) => status === 200 && bytes > MATCHES * 100);
  const rejected = responses.filter(([status]) => status === 429);
  expect(whole.length).toBeGreaterThan(0);
  expect(whole.length + rejected.length).toBe(50);
  expect(peak).toBeLessThan(400 * MEGABYTE);
});
