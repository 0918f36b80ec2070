import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sendJson, temporaryDirectory } from '@vehicle-lookup/testing';
import { describe, expect, test } from 'vitest';
import { operations } from '../../src/operations.gen.ts';
import { echo, vins } from '../support/batch.ts';
import { fileOf, recordsIn } from '../support/files.ts';
import { account, runBin, runCli } from '../support/program.ts';
import { serve, vehicle } from '../support/service.ts';

const notFound = { success: false, message: 'Unknown.' };

describe('a batch as CSV', () => {
  const answer = (query: URLSearchParams, response: Parameters<typeof sendJson>[0]) =>
    query.get('vin')?.endsWith('1')
      ? sendJson(response, 404, notFound)
      : sendJson(response, 200, vehicle(`=${query.get('vin')?.at(-1)}`));
  const csvArgs = (list: string, file: string) => [
    'decode',
    '--from',
    list,
    '--output',
    file,
    '--format',
    'csv',
    '--fields',
    'carId,make,model',
  ];

  test('has a row for each value and a column for errors, in addition to the journal', async () => {
    const { address } = await serve(answer);
    const file = join(temporaryDirectory(), 'fleet.csv');
    const { code, err } = await runCli([...csvArgs(fileOf(vins(3)), file), '--concurrency', '1'], {
      env: account(address),
    });
    expect({ code, err }).toEqual({ code: 4, err: 'vehicle-lookup: decode: 2 succeeded, 1 not found\n' });
    expect(readFileSync(file, 'utf8').split('\r\n')).toEqual([
      'vin,carId,make,model,error',
      "WVWZZZ1KZAW000000,1,Volkswagen,'=0,",
      'WVWZZZ1KZAW000001,,,,not_found: decodeVin: HTTP 404: Unknown. Check the arguments.',
      "WVWZZZ1KZAW000002,1,Volkswagen,'=2,",
      '',
    ]);
    expect(recordsIn(`${file}.ndjson`)).toHaveLength(3);
  });

  test('is complete after a partial run and --resume', async () => {
    const { address, queries } = await serve(answer);
    const file = join(temporaryDirectory(), 'fleet.csv');
    const args = [...csvArgs(fileOf(vins(9)), file), '--resume'];
    expect((await runCli([...args, '--max-consultations', '4'], { env: account(address) })).code).toBe(3);
    expect((await runCli(args, { env: account(address) })).code).toBe(4);
    expect(readFileSync(file, 'utf8').trimEnd().split('\r\n')).toHaveLength(10);
    expect(queries).toHaveLength(9);
  });

  test('does not overwrite an existing file', async () => {
    const { address, queries } = await serve(answer);
    const file = join(temporaryDirectory(), 'fleet.csv');
    writeFileSync(file, 'mine');
    const { code, err } = await runCli(csvArgs(fileOf(vins(2)), file), { env: account(address) });
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('it already exists') });
    expect(readFileSync(file, 'utf8')).toBe('mine');
    expect(existsSync(`${file}.ndjson`)).toBe(false);
    expect(queries).toEqual([]);
  });

  test.each([
    ['without a journal to continue', false, 'already exists, but there is no'],
    ['with a journal', true, 'is also the --from list; choose another file'],
  ])('--resume %s does not overwrite the list', async (_, hasJournal, reason) => {
    const { address, queries } = await serve(answer);
    const file = join(temporaryDirectory(), 'fleet.csv');
    const list = vins(2).join('\n');
    writeFileSync(file, list);
    if (hasJournal) writeFileSync(`${file}.ndjson`, '');
    const { code, err } = await runCli([...csvArgs(file, file), '--resume'], { env: account(address) });
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(reason) });
    expect(readFileSync(file, 'utf8')).toBe(list);
    expect(existsSync(`${file}.ndjson`)).toBe(hasJournal);
    expect(queries).toEqual([]);
  });
});

test('if the disk is full, the results are kept, and --resume writes the CSV without a request', async () => {
  const { address, queries } = await serve(echo);
  const file = join(temporaryDirectory(), 'fleet.csv');
  const list = fileOf(['sep=;', 'vin;note', ...vins(8).map((vin) => `${vin};${'long '.repeat(300)}`)]);
  const args = ['decode', '--from', list, '--column', 'vin', '--output', file, '--format', 'csv', '--resume'];
  const { code, err } = await runBin(args, { env: account(address), fileSizeLimit: 8 });
  expect({ code, err }).toEqual({
    code: 1,
    err: expect.stringMatching(
      /--output: \S*fleet\.csv: the file would exceed .*; 8 succeeded, 0 left; the same command with --resume completes the file\n$/,
    ),
  });
  expect(await runCli(args, { env: account(address) })).toMatchObject({ code: 0 });
  expect(readFileSync(file, 'utf8').split('\r\n')).toHaveLength(10);
  expect(queries).toHaveLength(8);
});

test('the values can be in a column of a CSV file', async () => {
  const { address, queries } = await serve(echo);
  const list = fileOf(['plate;VIN', 'B-XY 1;WVWZZZ1KZAW000001', 'B-XY 2;WVWZZZ1KZAW000002']);
  const { code } = await runCli(['decode', '--from', list, '--column', 'vin'], { env: account(address) });
  expect(code).toBe(0);
  expect(queries.map((query) => query.get('vin')).sort()).toEqual(['WVWZZZ1KZAW000001', 'WVWZZZ1KZAW000002']);
});

describe('the rows of a batch as CSV', () => {
  const [first = '', second = '', third = ''] = vins(3);
  const csvOf = (file: string) => readFileSync(file, 'utf8').trimEnd().split('\r\n');
  const newCsv = () => join(temporaryDirectory(), 'fleet.csv');

  test('follow the order of the list and contain the other columns of the list, even for repeated lines', async () => {
    // The response to the first value arrives last.
    let answerFirst = () => {};
    const { address } = await serve((query, response, request) => {
      if (query.get('vin') === first) answerFirst = () => echo(query, response, request);
      else echo(query, response, request);
      if (query.get('vin') === third) answerFirst();
    });
    const list = fileOf([
      'plate;VIN;make',
      `B-XY 1;${first};=VW`,
      `B-XY 2;${second};`,
      `"B;XY 3";${first.toLowerCase()};Audi`,
      `B-XY 4;NOTAVIN;`,
      `B-XY 5;${third};`,
    ]);
    const file = newCsv();
    const args = [
      'decode',
      '--from',
      list,
      '--column',
      'vin',
      '--output',
      file,
      '--format',
      'csv',
      '--bom',
      '--fields',
      'carId,make,model',
    ];
    expect((await runCli([...args, '--concurrency', '2'], { env: account(address) })).code).toBe(4);
    expect(csvOf(file).map((line) => line.replace(/invalid_argument.*/, 'invalid'))).toEqual([
      '\uFEFFvin,plate,list.make,carId,make,model,error',
      `${first},B-XY 1,=VW,1,Volkswagen,${first},`,
      `${second},B-XY 2,,1,Volkswagen,${second},`,
      `${first},B;XY 3,Audi,1,Volkswagen,${first},`,
      'NOTAVIN,B-XY 4,,,,,"invalid',
      `${third},B-XY 5,,1,Volkswagen,${third},`,
    ]);
  });

  test('omit values that are no longer in the list, although their results stay in the journal', async () => {
    const { address, queries } = await serve(echo);
    const file = newCsv();
    const run = (list: string[]) =>
      runCli(['decode', '--from', fileOf(list), '--output', file, '--format', 'csv', '--resume'], {
        env: account(address),
      });
    expect((await run([first, 'NOTAVIN', second])).code).toBe(4);
    expect(await run([third, first])).toMatchObject({
      code: 0,
      err: 'vehicle-lookup: decode: 1 succeeded, 1 skipped\n',
    });
    expect(csvOf(file).map((line) => line.slice(0, 17))).toEqual(['vin,carId,make,mo', third, first]);
    expect(recordsIn(`${file}.ndjson`)).toHaveLength(4);
    expect(queries).toHaveLength(3);
  });

  test('are also written for a list from standard input', async () => {
    const { address } = await serve(echo);
    const file = newCsv();
    const args = [
      'decode',
      '--from',
      '-',
      '--column',
      'vin',
      '--output',
      file,
      '--format',
      'csv',
      '--headings',
      'names',
      '--fields',
      'carId,make,model',
    ];
    const { code } = await runCli(args, { env: account(address), input: `no,vin\n1,${second}\n2,${first}\n` });
    expect(code).toBe(0);
    expect(csvOf(file)).toEqual([
      'vin,no,carId,make,model,error',
      `${second},1,1,Volkswagen,${second},`,
      `${first},2,1,Volkswagen,${first},`,
    ]);
  });
});

test('rows without a value are counted, reported and written with an error, but blank rows are ignored', async () => {
  const { address, queries } = await serve(echo);
  const file = join(temporaryDirectory(), 'fleet.csv');
  const [one = '', other = ''] = vins(2);
  const list = fileOf(['plate,VIN', `A,${one}`, 'B,', `C,${other}`, 'D,  ', `E,${one}`, ',', 'F,NOTAVIN']);
  const args = ['decode', '--from', list, '--column', 'VIN', '--output', file, '--format', 'csv', '--fields', 'model'];
  const { code, err } = await runCli([...args, '--headings', 'names'], { env: account(address) });
  expect({ code, err }).toEqual({
    code: 4,
    err:
      'vehicle-lookup: decode: 2 succeeded, 2 invalid (line 3: no value, line 8: NOTAVIN), of 6 rows (1 repeated, 2 without a ' +
      'value)\n',
  });
  const rows = readFileSync(file, 'utf8').trimEnd().split('\r\n');
  expect(rows.map((row) => row.replace(/"invalid_argument.*/, 'invalid'))).toEqual([
    'vin,plate,model,error',
    `${one},A,${one},`,
    ',B,,invalid',
    `${other},C,${other},`,
    ',D,,invalid',
    `${one},E,${one},`,
    'NOTAVIN,F,,invalid',
  ]);
  expect(queries).toHaveLength(2);
});

test('the CSV columns are the declared fields, followed by additional fields from the service', async () => {
  const { columns } = operations.find(({ id }) => id === 'decodeVin') ?? { columns: [] };
  const headings = ['vin', ...columns.filter((name) => name !== 'vin'), 'color', 'error'];
  const body = { success: true, data: { carId: 1, color: 'red' } };
  const { address } = await serve((_, response) => sendJson(response, 200, body));
  const file = join(temporaryDirectory(), 'fleet.csv');
  const names = ['--format', 'csv', '--headings', 'names'];
  await runCli(['decode', '--from', fileOf(vins(1)), '--output', file, ...names], { env: account(address) });
  expect(readFileSync(file, 'utf8').split('\r\n')[0]).toBe(headings.join());
  const { out } = await runCli(['decode', vins(1)[0] ?? '', ...names], { env: account(address) });
  expect(out.split('\r\n')[0]).toBe([...columns, 'color'].join());
});

test.each([
  ['carid,maker', '--fields: maker is not a field; did you mean make?'],
  ['error,list', undefined],
])('a batch with a misspelt field in --fields %s is rejected before a request', async (fields, message) => {
  const { address, queries } = await serve(echo);
  const file = join(temporaryDirectory(), 'fleet.csv');
  const args = ['decode', '--from', fileOf(vins(1)), '--output', file, '--format', 'csv', '--fields', fields];
  const { code, err } = await runCli(args, { env: account(address) });
  expect({ code, requests: queries.length }).toEqual(message ? { code: 2, requests: 0 } : { code: 0, requests: 1 });
  if (message) expect(err).toContain(message);
});

test('a field that is missing from all responses is reported, and the results are written', async () => {
  const { address } = await serve(echo);
  const file = join(temporaryDirectory(), 'fleet.csv');
  const args = ['decode', '--from', fileOf(vins(1)), '--output', file, '--format', 'csv', '--fields', 'MODEL,colour'];
  const { code, err } = await runCli(args, { env: account(address) });
  expect({ code, err }).toEqual({
    code: 0,
    err: expect.stringContaining('--fields: no response contains colour. Available columns: vin, carId'),
  });
  expect(readFileSync(file, 'utf8')).toContain('vin,model,error');
});

test.each([
  ['vin,make', 'vin,make,error'],
  ['vin', 'vin,error'],
  ['error', 'vin,error'],
])('--fields %s can select the columns of the value and the error', async (fields, headings) => {
  const { address } = await serve(echo);
  const file = join(temporaryDirectory(), 'fleet.csv');
  const args = ['decode', '--from', fileOf(vins(1)), '--output', file, '--format', 'csv', '--headings', 'names'];
  const { err } = await runCli([...args, '--fields', fields], { env: account(address) });
  expect(err).toBe('vehicle-lookup: decode: 1 succeeded\n');
  expect(readFileSync(file, 'utf8').split('\r\n')[0]).toBe(headings);
});

test('a row that was read from a stream but not requested is not counted as repeated', async () => {
  const { address } = await serve(echo);
  const { err } = await runCli(['decode', '--from', '-', '--max-consultations', '2', '--concurrency', '1'], {
    env: account(address),
    input: `${vins(5).join('\n')}\n`,
  });
  expect(err).toContain('2 succeeded, the rest not requested');
  expect(err).not.toContain('repeated');
});

test('a CSV file without --column is rejected before a request without creating an output file', async () => {
  const { address, queries } = await serve(echo);
  const file = join(temporaryDirectory(), 'out.ndjson');
  const args = ['decode', '--from', fileOf(['plate;VIN', `B-XY 1;${vins(1)[0]}`]), '--output', file];
  const { code, err } = await runCli(args, { env: account(address) });
  expect({ code, err }).toEqual({
    code: 2,
    err: expect.stringContaining('the columns plate, VIN; use --column VIN'),
  });
  expect(queries).toEqual([]);
  expect(existsSync(file)).toBe(false);
});
