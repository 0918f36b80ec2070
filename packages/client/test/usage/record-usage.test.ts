import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CANARY, canaryIn, startMock, temporaryDirectory } from '@vehicle-lookup/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { decodeMany } from '../../src/batch/batch.ts';
import { answers, fakeFetch } from '../../src/fakes/fake-fetch.ts';
import { createClient, createFetch, createVehicleLookup, type VehicleLookup } from '../../src/index.ts';
import { recordUsage, type UsageFile, type UsageRecording } from '../../src/node/record-usage.ts';
import { connect, getFluids } from '../../src/operations/operations.ts';
import { withReadableNames } from '../../src/readable/readable.ts';

const VIN = 'WVWZZZ1KZAW000001';
let directory: string;
let recording: UsageRecording;
const used = () => recording.usage().operations;
const options = (given = {}) => ({
  baseUrl: 'https://vehicles.example.com',
  user: 'demo',
  key: CANARY,
  retry: false as const,
  fetch: fakeFetch(given),
});
const client = (given = {}): VehicleLookup => createVehicleLookup(options(given));

beforeEach(() => {
  directory = temporaryDirectory();
  writeFileSync(join(directory, 'package.json'), JSON.stringify({ name: 'shop', version: '1.2.3' }));
  recording = recordUsage({ directory });
});
afterEach(() => recording.stop());

describe('the usage of a success', () => {
  test('is recorded with wire names, and with [] for list items', async () => {
    const { data } = await client().getOemParts(25573);
    for (const { name, parts } of data) parts.map((part) => `${name} ${part.oe_number}`);
    expect(used()).toEqual({
      getOemParts: { reads: ['data[].name', 'data[].parts[].oe_number'], failures: [] },
    });
  });

  test('includes the unit of a quantity only if the program needs the unit', async () => {
    const { data } = await client().getFluids(25573);
    expect(data[0]?.ValueText?.text).toBe('4,3');
    expect(used().getFluids?.reads).toEqual(['data[].ValueText']);
    expect(data[0]?.ValueText?.max).toBe(4.3);
    expect(used().getFluids?.reads).toEqual(['data[].ADQuantityTextStr', 'data[].ValueText']);
  });

  test('contains wire names for readable names', async () => {
    const { data, headers } = await withReadableNames(client()).getFluids(25573);
    expect(headers.get('retry-after')).toBeNull();
    expect([data[0]?.item, data[0]?.unit]).toEqual(['Engine oil', 'l']);
    expect(used().getFluids?.reads).toEqual(['data[].ADQuantityTextStr', 'data[].ItemMPText', 'header:retry-after']);
  });

  test('contains the same locations for the raw body in every envelope', async () => {
    const full = await client().getFluids(25573);
    expect((full.raw as unknown as { data: { AddTextStr: string }[] }).data[0]?.AddTextStr).toBe('');
    const bare = await client({ getFluids: answers.getFluids.ok(undefined, 'bare') }).getFluids(25573);
    expect((bare.raw as unknown as { ItemMPText: string }[])[0]?.ItemMPText).toBe('Engine oil');
    expect(full.timestamp).toMatch(/^\d/);
    expect(used().getFluids?.reads).toEqual(['data[].AddTextStr', 'data[].ItemMPText', 'timestamp']);
  });

  test('contains all fields if the program reads all fields', async () => {
    JSON.stringify((await client().listBrands()).data);
    const { carId } = { ...(await client().decodeVin(VIN)).data };
    expect(carId).toBe(25573);
    expect(used().listBrands?.reads).toEqual(['data[].name', 'data[].slug']);
    // This includes fields without a value in the test data.
    expect(used().decodeVin?.reads).toEqual(expect.arrayContaining(['data.cylinder', 'data.vin']));
  });

  test('includes the fields that the client requires', async () => {
    await client().getOemParts(25573);
    expect(used().getOemParts?.reads).toEqual(['data[].parts']);
  });

  test('is recorded without changing the data', async () => {
    const answer = answers.getOemParts.ok();
    const watched = await client({ getOemParts: answer }).getOemParts(25573);
    recording.stop();
    const plain = await client({ getOemParts: answer }).getOemParts(25573);
    recording = recordUsage({ directory });
    expect(watched.data).toEqual(plain.data);
    expect(watched.data).toBe(watched.data);
    expect(watched.data.indexOf(watched.data[1] as never)).toBe(1);
    expect(
      [...watched.data].sort((a, b) => (a.name ?? '').localeCompare(b.name ?? '')).map(({ name }) => name),
    ).toEqual(plain.data.map(({ name }) => name).sort((a = '', b = '') => a.localeCompare(b)));
    expect(watched.ok && watched.status === plain.status && watched.issues.length).toBe(0);
  });
});

describe('the failures that a program handles', () => {
  test('are the failures whose code or status it reads', async () => {
    const failing = client({ getOemParts: answers.getOemParts.status(403), getFluids: answers.getFluids.status(404) });
    const parts = await failing.getOemParts(1).safe();
    if (!parts.ok && parts.status === 403) expect(parts.body.message).toContain('plan');
    await expect(failing.getFluids(1)).rejects.toMatchObject({ code: 'not_found' });
    await failing.getFluids(2).catch(() => {});
    expect(used()).toEqual({
      getFluids: { reads: [], failures: [{ status: 404, code: 'not_found', reads: ['success'] }] },
      getOemParts: { reads: [], failures: [{ status: 403, code: 'forbidden_by_plan', reads: ['message'] }] },
    });
  });

  test('do not include failures that are only rethrown', async () => {
    await expect(client({ getFluids: answers.getFluids.status(404) }).getFluids(1)).rejects.toThrow('No vehicle');
    expect(used()).toEqual({ getFluids: { reads: [], failures: [] } });
  });

  test('include failures without a response, and show whether `retryAfter` is read', async () => {
    const limited = { ...answers.listBrands.status(429), headers: { 'Retry-After': '86400' } };
    const failing = client({ listBrands: limited });
    const brands = await failing.listBrands().safe();
    expect(brands.ok || brands.error.retryAfter).toBe(86_400);
    const wrong = await failing.decodeVin('no VIN').safe();
    expect(wrong.ok || wrong.error.code).toBe('invalid_argument');
    expect(used()).toEqual({
      decodeVin: { reads: [], failures: [{ code: 'invalid_argument', reads: [] }] },
      listBrands: { reads: [], failures: [{ status: 429, code: 'quota_exhausted', reads: ['header:retry-after'] }] },
    });
  });
});

test('a call with unobservable reads counts as reading all fields', async () => {
  const { baseUrl, fetch: _, ...account } = options();
  await createClient(options()).call('getFluids', { carId: 1 });
  await getFluids(connect(options({ getFluids: answers.getFluids.status(404) })), 1).safe();
  expect(used()).toEqual({ getFluids: { reads: 'all', failures: [] } });
  const { address } = await startMock();
  await createFetch({ ...account, baseUrl: address })(`${address}/api/?brands=1`);
  // Reads of method results are observed.
  await createVehicleLookup({ ...account, baseUrl: address }).decodeVin(VIN);
  expect(baseUrl).not.toBe(address);
  expect(used()).toMatchObject({ decodeVin: { reads: ['data.carId'] }, listBrands: { reads: 'all' } });
});

describe('the file', () => {
  test('names the contract and the program, is sorted, and combines the usage of several processes', async () => {
    await client().listBrands();
    const file = recording.write();
    recording.stop();
    recording = recordUsage({ directory });
    expect((await client().decodeVin(VIN)).data.make).toBe('Volkswagen');
    expect(recording.write()).toBe(file);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      usageVersion: 1,
      consumer: { name: 'shop', version: '1.2.3' },
      contract: { title: 'Vehicle Data Lookup Service', version: expect.stringMatching(/^\d+\.\d+\.\d+/) },
      operations: {
        decodeVin: { reads: ['data.carId', 'data.make'], failures: [] },
        listBrands: { reads: ['data[].slug'], failures: [] },
      },
    });
    const text = readFileSync(file, 'utf8');
    recording.write();
    expect(readFileSync(file, 'utf8')).toBe(text);
    expect(readdirSync(directory).sort()).toEqual(['package.json', 'vehicle-lookup.usage.json']);
  });

  test('replaces a file that is invalid or belongs to a different program', async () => {
    const file = join(directory, 'vehicle-lookup.usage.json');
    const other: UsageFile = { ...recording.usage(), consumer: { name: 'other', version: '1.0.0' } };
    other.operations = { getFluids: { reads: 'all', failures: [] } };
    for (const text of ['{', '[]', JSON.stringify(other)]) {
      writeFileSync(file, text);
      recording.write();
      expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ consumer: { name: 'shop' }, operations: {} });
    }
  });

  test('does not contain values, such as the key, the VIN, or names from the data', async () => {
    const secret = `${CANARY}-MEMBER`;
    const body = { success: true, data: { carId: 1, make: CANARY, [secret]: 'x' }, [secret]: { [secret]: VIN } };
    const shop = client({ decodeVin: () => Response.json(body, { headers: { 'x-vin': VIN } }) });
    const { data, raw, headers } = await shop.decodeVin(VIN);
    expect((data as unknown as Record<string, unknown>)[secret]).toBe('x');
    JSON.stringify([data, raw, [...headers], headers.get('x-vin'), VIN in data]);
    const failing = client({
      decodeVin: () => Response.json({ success: false, message: CANARY, [secret]: VIN }, { status: 400 }),
    });
    const failed = await failing.decodeVin(VIN).safe();
    JSON.stringify(failed);
    const text = readFileSync(recording.write(), 'utf8');
    expect(canaryIn(text)).toEqual([]);
    expect(text).not.toMatch(/WVWZZZ|25573|MEMBER|Volkswagen/i);
    expect(used().decodeVin?.reads).toEqual(expect.arrayContaining(['data.carId', 'data.vin', 'success']));
  });
});

test('the usage of a batch is also recorded', async () => {
  const batch = decodeMany(client({ decodeVin: answers.decodeVin.status(404) }), [VIN]);
  for await (const item of batch) expect(item.ok).toBe(false);
  expect(used().decodeVin?.failures).toEqual([{ status: 404, code: 'not_found', reads: ['success'] }]);
});

test('the errors for a program without a name and for a second recording state the next step', () => {
  expect(() => recordUsage({ directory })).toThrow('stop that recording first');
  recording.stop();
  writeFileSync(join(directory, 'package.json'), '{');
  expect(() => recordUsage({ directory })).toThrow(/package\.json is not JSON; correct it/);
  writeFileSync(join(directory, 'package.json'), '{}');
  expect(() => recordUsage({ directory })).toThrow('give the directory of the program');
  expect(existsSync(join(directory, 'vehicle-lookup.usage.json'))).toBe(false);
});
