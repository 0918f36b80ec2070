import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openRecording } from '@vehicle-lookup/contract/recording';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import { describe, expect, test } from 'vitest';
import { readRecording } from '../src/index.ts';
import { start } from './start.ts';

describe('recordings', () => {
  const har = (entries: unknown) => {
    const file = join(temporaryDirectory(), 'run.har');
    writeFileSync(file, JSON.stringify({ log: { entries } }));
    return file;
  };
  const entry = (query: string, status: number, text: string, more: object = {}) => ({
    request: { method: 'GET', url: `https://vehicles.example.com/v1/api/?${query}` },
    response: {
      status,
      headers: [
        { name: 'Content-Type', value: 'application/json' },
        { name: 'Set-Cookie', value: 'a=1' },
      ],
      content: { text, ...more },
    },
  });
  const body = '{ "success": true,  "data": [ ] , "timestamp":"2026-01-01T00:00:00+00:00","api_version":"7"}';

  test('a recorded response is repeated byte for byte, regardless of account and parameter order', async () => {
    const file = har([
      entry('user=a&key=***&carId=1&fluids=1', 401, '{"success":false,"message":"Who?"}'),
      entry('user=a&key=***&carId=1&fluids=1', 200, body),
      entry('carId=2&fluids=1', 404, Buffer.from('{"success":false,"message":"No."}').toString('base64'), {
        encoding: 'base64',
      }),
      entry('carId=3&fluids=1', 0, ''),
    ]);
    const { get, log } = await start({ recording: readRecording(file) });
    const { text, headers } = await get('fluids=1&carId=1');
    expect(text).toBe(body);
    expect(headers.get('set-cookie')).toBe(null);
    expect((await get('carId=2&fluids=1')).body.message).toBe('No.');
    expect((await get('carId=3&fluids=1')).body.data.length).toBeGreaterThan(0);
    expect(log).toEqual(['GET 200 getFluids recorded', 'GET 404 getFluids recorded', 'GET 200 getFluids']);
  });

  test.each([
    [[401, 200, 200, 404], 1],
    [[200, 401], 0],
    [[404, 401], 0],
  ])('if a recording has the statuses %j for one query, the response at index %i is returned', (statuses, index) => {
    const find = readRecording(har(statuses.map((status, at) => entry('carId=1&fluids=1', status, `${at}`))));
    expect(find([...new URLSearchParams('carId=1&fluids=1')])).toMatchObject({
      status: statuses[index],
      body: Buffer.from(`${index}`),
    });
  });

  test('a recorded body that is not UTF-8 is repeated byte for byte', async () => {
    const latin = Buffer.from('{"success":true,"data":[],"message":"Öl"}', 'latin1');
    const file = har([entry('carId=1&fluids=1', 200, latin.toString('base64'), { encoding: 'base64' })]);
    const { mock } = await start({ recording: readRecording(file) });
    const response = await fetch(`${mock.address}/api/?user=u&key=k&carId=1&fluids=1`);
    expect(Buffer.from(await response.arrayBuffer()).equals(latin)).toBe(true);
    expect(response.headers.get('content-length')).toBe(String(latin.length));
  });

  test('a recorded string in a different charset is sent in UTF-8', async () => {
    const one = entry('carId=1&fluids=1', 200, '{"success":true,"data":[],"message":"Öl"}');
    one.response.headers[0] = { name: 'Content-Type', value: 'application/json; charset=iso-8859-1' };
    const { get } = await start({ recording: readRecording(har([one])) });
    const { body: sent, headers } = await get('carId=1&fluids=1');
    expect([sent.message, headers.get('content-type')]).toEqual(['Öl', 'application/json; charset=utf-8']);
  });

  test('a recorded response without a body is not repeated', async () => {
    const { text, ...unkept } = entry('carId=2&fluids=1', 200, '', { size: 5 }).response.content;
    const file = har([
      entry('carId=1&fluids=1', 304, ''),
      { ...entry('carId=2&fluids=1', 200, ''), response: { status: 200, headers: [], content: unkept } },
      entry('carId=3&fluids=1', 200, body),
    ]);
    const { get, log } = await start({ recording: readRecording(file) });
    for (const carId of [1, 2, 3]) expect((await get(`carId=${carId}&fluids=1`)).status).toBe(200);
    expect(log).toEqual(['GET 200 getFluids', 'GET 200 getFluids', 'GET 200 getFluids recorded']);
  });

  test('a recording may be NDJSON with a truncated last line', async () => {
    const file = join(temporaryDirectory(), 'traffic.ndjson');
    openRecording(file, () => {})({
      method: 'GET',
      url: 'https://vehicles.example.com/api/?user=me&key=CANARY-7391&carId=1&fluids=1',
      status: 200,
      headers: [['content-type', 'application/json']],
      body,
      started: 0,
      milliseconds: 1,
    });
    appendFileSync(file, readFileSync(file, 'utf8').replace('carId=1', 'carId=2').slice(0, 200));
    const { get, log } = await start({ recording: readRecording(file) });
    expect((await get('carId=1&fluids=1')).text).toBe(body);
    expect((await get('carId=2&fluids=1')).text).not.toBe(body);
    expect(log[0]).toBe('GET 200 getFluids recorded');
  });

  test('queries that are not in the recording return examples', async () => {
    const file = har([entry('carId=1&fluids=1', 200, body)]);
    const { get, log } = await start({ recording: readRecording(file) });
    expect((await get('carId=5&fluids=1')).status).toBe(200);
    expect(log).toEqual(['GET 200 getFluids']);
  });

  test.each([
    ['no JSON', 'text', /run\.har, line 1: not an exchange; expected a HAR, or lines with request/],
    ['no HAR', '{}', /run\.har, line 1: not an exchange/],
    ['no content', '', /run\.har is empty; expected HAR or NDJSON/],
    ['no response from the API', '{"log":{"entries":[]}}', /run\.har has no response from \/api\//],
  ])('a recording with %s is rejected', (_, text, message) => {
    const file = join(temporaryDirectory(), 'run.har');
    writeFileSync(file, text);
    expect(() => readRecording(file)).toThrow(message);
  });
});
