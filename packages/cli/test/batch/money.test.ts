import { closedAddress, sendJson } from '@vehicle-lookup/testing';
import { describe, expect, test } from 'vitest';
import { priceText } from '../../src/batch/price.ts';
import { echo, newFile, vins } from '../support/batch.ts';
import { fileOf } from '../support/files.ts';
import { account, runCli } from '../support/program.ts';
import { type Responder, serve } from '../support/service.ts';

const notFound = { success: false, message: 'Unknown.' };

describe('a batch with an incorrect URL', () => {
  test('stops if the URL belongs to another server, and can be resumed with the correct URL', async () => {
    const other = await serve((_, response) => sendJson(response, 404, { error: 'The paths are /health.' }));
    const file = newFile();
    const args = ['decode', '--from', fileOf(vins(32)), '--output', file, '--concurrency', '1'];
    const { code, err } = await runCli(args, { env: account(other.address) });
    expect(code).toBe(1);
    expect(err).toContain(
      'stopped because the first 10 requests failed in the same way: invalid_response: decodeVin: HTTP 404',
    );
    expect(err).toContain(`Check --base-url (${other.address})`);
    expect(err).toContain('0 succeeded, 10 failed (10 invalid_response), 22 left; the same command with --resume');
    expect(other.queries).toHaveLength(10);
    const right = await serve(echo);
    expect(await runCli([...args, '--resume'], { env: account(right.address) })).toMatchObject({ code: 0 });
    expect(right.queries).toHaveLength(32);
  });

  test('can be resumed with --retry-not-found if the server found none of the values', async () => {
    const other = await serve((_, response) => sendJson(response, 404, notFound));
    const file = newFile();
    const args = ['decode', '--from', fileOf(vins(32)), '--output', file];
    const { code, err } = await runCli(args, { env: account(other.address) });
    expect({ code, err }).toEqual({ code: 4, err: 'vehicle-lookup: decode: 0 succeeded, 32 not found\n' });
    const right = await serve(echo);
    const again = await runCli([...args, '--resume', '--retry-not-found'], { env: account(right.address) });
    expect(again).toMatchObject({ code: 0, err: 'vehicle-lookup: decode: 32 succeeded\n' });
  });

  test('reports the URL if the server cannot be reached', async () => {
    const closed = await closedAddress();
    const args = ['decode', '--from', fileOf(vins(32)), '--retries', '0', '--concurrency', '1'];
    const { code, err } = await runCli(args, { env: account(closed) });
    expect(code).toBe(1);
    expect(err).toContain(`no answer: ECONNREFUSED. Check --base-url (${closed}) and the network.`);
    expect(err).toContain('0 succeeded, 10 failed (10 network), 22 left');
  });

  test('sends all requests with --keep-going', async () => {
    const other = await serve((_, response) => sendJson(response, 404, { error: 'No.' }));
    const { code, err } = await runCli(['decode', '--from', fileOf(vins(15)), '--keep-going'], {
      env: account(other.address),
    });
    expect({ code, err }).toEqual({
      code: 4,
      err: 'vehicle-lookup: decode: 0 succeeded, 15 failed (15 invalid_response)\n',
    });
  });
});

test('the summary counts results by kind and lists invalid values, which are not requested again', async () => {
  const { address, queries } = await serve((query, response, request) =>
    query.get('vin')?.endsWith('2') ? sendJson(response, 404, notFound) : echo(query, response, request),
  );
  const [one, two, three] = vins(3);
  const list = fileOf(['# a list', `${one}`, 'NOTAVIN', `${two}`, '', `${three}`, 'WVWZZZ1KZAW00000O']);
  const args = ['decode', '--from', list, '--output', newFile(), '--resume'];
  const first = await runCli(args, { env: account(address) });
  const text = '2 succeeded, 1 not found, 2 invalid (line 3: NOTAVIN, line 7: WVWZZZ1KZAW00000O)';
  expect(first).toMatchObject({ code: 4, err: `vehicle-lookup: decode: ${text}\n` });
  const second = await runCli(args, { env: account(address) });
  expect(second).toMatchObject({
    code: 4,
    err: 'vehicle-lookup: decode: 0 succeeded, 5 skipped (1 not found, 2 invalid)\n',
  });
  expect(queries).toHaveLength(3);
});

test('--max-consultations stops a batch at the limit, and --resume continues the batch', async () => {
  const { address, queries } = await serve(echo);
  const args = ['decode', '--from', fileOf(vins(20)), '--output', newFile(), '--resume'];
  const first = await runCli([...args, '--max-consultations', '7'], { env: account(address) });
  expect(first).toMatchObject({
    code: 3,
    err:
      'vehicle-lookup: decode: stopped at --max-consultations: 7 succeeded, 13 left; ' +
      'the same command with --resume requests the rest\n',
  });
  expect(queries).toHaveLength(7);
  expect(await runCli(args, { env: account(address) })).toMatchObject({ code: 0 });
  expect(queries).toHaveLength(20);
});

test.each<[string, Responder, string[]]>([
  ['whose connection closes', (_, __, request) => request.socket.destroy(), []],
  ['that exceeds the time limit', () => {}, ['--timeout', '0.05']],
])('--max-consultations counts a request %s, because it may have been charged', async (_, lose, flags) => {
  const { address, queries } = await serve((query, response, request) =>
    (query.get('vin')?.endsWith('1') ? lose : echo)(query, response, request),
  );
  const args = ['decode', '--from', fileOf(vins(9)), '--output', newFile(), '--concurrency', '1', ...flags];
  const first = await runCli([...args, '--max-consultations', '3'], { env: account(address) });
  expect(first).toMatchObject({
    code: 3,
    err: expect.stringMatching(
      /^vehicle-lookup: decode: stopped at --max-consultations, counting \d requests? without a complete response, which may have been charged: \d succeeded, .*; the same command with --resume requests the rest\n$/,
    ),
  });
  expect(queries).toHaveLength(3);
});

test('the price states the numbers of values, consultations and remaining consultations', () => {
  const known = { left: 201, seconds: 0, time: 0 };
  expect(priceText(400, undefined, known)).toBe(
    '400 values, at most 400 consultations (more if connections break), 201 left',
  );
  expect(priceText(400, 50)).toBe('400 values, at most 50 consultations');
  expect(priceText(1)).toBe('1 value, at most 1 consultation (more if connections break)');
});
