import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CANARY, canaryIn, temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createVehicleLookup } from '../../src/index.ts';
import { record } from '../../src/node/record.ts';
import { answering, serve } from '../support/service.ts';

const brands = { success: true, data: [{ name: 'VW', slug: 'vw' }] };
const baseUrl = await serve(answering(200, brands, { 'x-request-id': 'r-1' }));
const file = (): string => join(temporaryDirectory(), 'traffic.ndjson');
const clientWith = (path: string) =>
  createVehicleLookup({ baseUrl, user: 'somebody', key: CANARY, layers: [record(path)], retry: false });
const linesOf = (path: string): unknown[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

test('each request is written as a line with masked credentials, and the call gets its result', async () => {
  const path = file();
  const lookup = clientWith(path);
  expect((await lookup.listBrands()).data).toEqual(brands.data);
  await lookup.listModels(CANARY);
  expect(linesOf(path)).toMatchObject([
    {
      request: { method: 'GET', url: `${baseUrl}/api/?brands=1&user=***&key=***` },
      response: {
        status: 200,
        headers: expect.arrayContaining([['x-request-id', 'r-1']]),
        body: JSON.stringify(brands),
      },
      started: expect.stringMatching(/^\d{4}-.*Z$/),
    },
    { request: { url: `${baseUrl}/api/?models=1&brand=***&user=***&key=***` } },
  ]);
  expect(canaryIn(readFileSync(path, 'utf8'))).toEqual([]);
  expect(readFileSync(path, 'utf8')).not.toContain('somebody');
  expect(statSync(path).mode & 0o077).toBe(0);
});

test('rejections and redirects do not affect calls, and requests without a response are not written', async () => {
  const path = file();
  const answers = [
    () => Response.json({ success: false, message: 'no' }, { status: 404 }),
    () => Response.redirect('https://elsewhere.example.com/'),
    () => {
      throw new TypeError('no network');
    },
  ];
  const lookup = createVehicleLookup({
    baseUrl,
    user: 'somebody',
    key: CANARY,
    layers: [record(path)],
    retry: false,
    fetch: async () => (answers.shift() ?? Response.error)(),
  });
  const codes: unknown[] = [];
  for (let count = 0; count < 3; count++) {
    const result = await lookup.listBrands().safe();
    codes.push(!result.ok && result.error.code);
  }
  expect(codes).toEqual(['not_found', 'invalid_response', 'network']);
  expect(linesOf(path)).toMatchObject([{ response: { status: 404 } }]);
});

test('an unfinished line of a killed program ends before the next line', async () => {
  const path = file();
  writeFileSync(path, '{"whole":1}\n{"hal');
  await clientWith(path).listBrands();
  const [first, cut, third = ''] = readFileSync(path, 'utf8').split('\n');
  expect([first, cut]).toEqual(['{"whole":1}', '{"hal']);
  expect(JSON.parse(third)).toHaveProperty('response');
});

test('a file that cannot be written is rejected', () => {
  expect(() => record(temporaryDirectory())).toThrow(/record: file: expected a writable file, got EISDIR for/);
});

test('a full disk ends the recording with one warning, but does not end calls', async () => {
  const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
  onTestFinished(() => warned.mockRestore());
  // Every write to this device fails as if the disk were full.
  const lookup = clientWith('/dev/full');
  expect((await lookup.listBrands()).data).toEqual(brands.data);
  expect((await lookup.listBrands()).data).toEqual(brands.data);
  expect(warned.mock.calls).toEqual([['record: recording to /dev/full has stopped (ENOSPC).']]);
});
