import { sendJson, startMock } from '@vehicle-lookup/testing';
import { describe, expect, test } from 'vitest';
import { operations } from '../src/operations.gen.ts';
import { freeAgain } from '../src/output/failure.ts';
import { reportCommand } from '../src/report-command.ts';
import { account, runCli } from './support/program.ts';
import { serve } from './support/service.ts';

const mock = await startMock();
const VIN = 'WVWZZZ1KZAW000001';
const run = (args: string[], address = mock.address) => runCli(args, { env: account(address, 'CANARY-7391') });

test('--format csv prints the headings and a line for each row', async () => {
  const { code, out } = await run(['parts', '25573', '--format', 'csv']);
  const [head, first] = out.split('\r\n');
  expect({ code, head }).toEqual({ code: 0, head: 'group,Short name,name,manufacturer,OEM number' });
  expect(first).toBe('Filters,Oil filter,"Oil filter, engine",Volkswagen,03L 115 562');
  expect(out).toMatch(/[^\r]\r\n$/);
  expect(out).not.toMatch(/[^\r]\n/);
});

test('--format csv escapes strings that a spreadsheet would run as formulas', async () => {
  const data = ['=HYPERLINK("https://evil.example")', '+1+1', '-1+1', '@SUM(1)', '-5', 'a=b'].map((name) => ({
    name,
    slug: 'a',
  }));
  const { address } = await serve((_, response) =>
    sendJson(response, 200, { success: true, timestamp: '2026-01-01T00:00:00+00:00', api_version: '1', data }),
  );
  const { code, out } = await run(['brands', '--format', 'csv'], address);
  const names = [`"'=HYPERLINK(""https://evil.example"")"`, "'+1+1", "'-1+1", "'@SUM(1)", '-5', 'a=b'];
  expect({ code, out }).toEqual({ code: 0, out: ['name,slug', ...names.map((name) => `${name},a`), ''].join('\r\n') });
});

describe('numbers in CSV', () => {
  const fluids = async (...flags: string[]) => {
    const data = [
      { ItemMPText: 'Oil', ValueText: '4,3', ADQuantityTextStr: 'l' },
      { ItemMPText: 'Brake fluid', ValueText: '500.5 - 550', ADQuantityTextStr: 'ml' },
      { ItemMPText: 'Grade', ValueText: 'VW 507 00', ADQuantityTextStr: '' },
    ];
    const { address } = await serve((_, response) => sendJson(response, 200, { success: true, data }));
    return (await run(['fluids', '1', ...flags], address)).out.trimEnd().split(/\r?\n/);
  };

  test('have a decimal point, and the numbers of a quantity have separate columns', async () => {
    expect(await fluids('--format', 'csv')).toEqual([
      'Item,Qualifier,Value,Value min,Value max,Unit,Note',
      'Oil,,4.3,4.3,4.3,l,',
      'Brake fluid,,500.5 - 550,500.5,550,ml,',
      'Grade,,VW 507 00,,,,',
    ]);
  });

  test('have a decimal comma with --decimal, and semicolons separate the fields', async () => {
    expect(await fluids('--format', 'csv', '--decimal', ',', '--headings', 'names')).toEqual([
      'ItemMPText;QualColTextStr;ValueText;ValueText.min;ValueText.max;ADQuantityTextStr;AddTextStr',
      'Oil;;4,3;4,3;4,3;l;',
      'Brake fluid;;500,5 - 550;500,5;550;ml;',
      'Grade;;VW 507 00;;;;',
    ]);
  });

  test('of a quantity can be selected, even for a table', async () => {
    expect(await fluids('--fields', 'Item,ValueText.max')).toEqual([
      expect.stringMatching(/^Item +Value max$/),
      expect.stringMatching(/^─+ +─+$/),
      expect.stringMatching(/^Oil +4\.3$/),
      expect.stringMatching(/^Brake fluid +550$/),
      'Grade',
    ]);
  });
});

test('--fields selects the columns in CSV and table output', async () => {
  const fields = ['parts', '25573', '--fields', 'name,oe_number'];
  expect((await run([...fields, '--format', 'csv'])).out).toMatch(/^name,OEM number\r\n"Oil filter, engine",03L/);
  expect((await run(fields)).out).toMatch(/^name +OEM number\n/);
  expect((await run(['parts', '25573', '--fields', 'name,OEM number'])).out).toMatch(/^name +OEM number\n/);
});

test('a field that is missing from the response is reported, and the paid result is printed', async () => {
  const { code, out, err } = await run(['brands', '--fields', 'slogan']);
  expect({ code, err }).toEqual({
    code: 0,
    err: 'vehicle-lookup: --fields: no response contains slogan. Available columns: name, slug\n',
  });
  expect(out).toContain('Volkswagen');
});

test('--json prints an error as JSON on standard error', async () => {
  const { address } = await serve((_, response) => sendJson(response, 404, { success: false, message: 'No data.' }));
  const { code, out, err } = await run(['decode', VIN, '--json'], address);
  expect({ code, out }).toEqual({ code: 6, out: '' });
  expect(JSON.parse(err)).toMatchObject({ error: { code: 'not_found', status: 404, operation: 'decodeVin' } });
});

describe('an exhausted allowance', () => {
  test('is reported with the time at which it is available again', async () => {
    const { address } = await serve((_, response) =>
      sendJson(response, 429, { success: false, message: 'Exhausted.' }, { 'retry-after': '86400' }),
    );
    const { code, err } = await run(['brands'], address);
    expect(code).toBe(3);
    expect(err).toMatch(/The allowance is available again on \d+ [A-Z][a-z]+, \d\d:\d\d\.\n$/);
  });

  test('is reported with day and minute, rounded up', () => {
    const now = new Date(2026, 11, 2, 14, 4, 30).getTime();
    expect(freeAgain('quota_exhausted', 86_400, now)).toBe(' The allowance is available again on 3 December, 14:05.');
    expect(freeAgain('quota_exhausted', undefined, now)).toBe('');
    expect(freeAgain('rate_limited', 5, now)).toBe('');
  });
});

describe('report', () => {
  test('includes every operation about a single vehicle, even an operation that is new in the document', () => {
    const inputs = [{ name: 'carId', description: '', type: 'integer' }];
    const operation = (id: string) => ({ id, summary: '', description: '', inputs, record: 'Record', columns: [] });
    const some = operations.filter(({ id }) => ['decodeVin', 'getVehicle', 'getFluids', 'getOemParts'].includes(id));
    const description = (all: typeof operations) => reportCommand(all).description();
    expect(description(some)).toBe('Prints vehicle, fluids and OEM parts for a VIN. Cost: up to 3 consultations.');
    expect(description([...some, operation('getNotices')])).toBe(
      'Prints vehicle, fluids, OEM parts and notices for a VIN. Cost: up to 4 consultations.',
    );
  });

  test('prints all data about a vehicle as text', async () => {
    const { code, out, err } = await run(['report', VIN]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    for (const text of [
      'Golf VI',
      'Fluids',
      'Engine oil',
      'OEM parts',
      '03L 115 562',
      'Repair times',
      'Engines',
      'CBAB',
    ])
      expect(out).toContain(text);
  });

  test('prints one JSON value with --json', async () => {
    const { out } = await run(['report', VIN, '--json']);
    expect(JSON.parse(out)).toMatchObject({
      decodeVin: { data: { make: 'Volkswagen' } },
      getFluids: { data: expect.any(Array) },
      getOemParts: { data: expect.any(Array) },
      getRepairTimes: { data: expect.any(Array) },
      getEngines: { data: expect.any(Array) },
    });
  });

  test('prints an error instead of a part that the plan does not include, and exits with 4', async () => {
    const vehicle = { success: true, data: { carId: 7, make: 'VW' } };
    const { address } = await serve((query, response) => {
      if (query.has('oemParts')) return sendJson(response, 403, { success: false, message: 'Not in your plan.' });
      return sendJson(
        response,
        200,
        query.has('vin') && !query.has('getEngines') ? vehicle : { success: true, data: [] },
      );
    });
    const { code, out } = await run(['report', VIN], address);
    expect(code).toBe(4);
    expect(out).toContain('OEM parts\n═════════\nforbidden_by_plan: getOemParts: HTTP 403: Not in your plan.');
  });

  test.each([['--raw'], ['--fields', 'name']])('rejects %s', async (...flags) => {
    const { code, out, err } = await run(['report', VIN, ...flags]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(`${flags[0]}: a report is text, CSV, or one JSON value with --json`);
  });

  test('prints one table with --format csv, and the first column contains the part', async () => {
    const { code, out } = await run(['report', VIN, '--format', 'csv', '--headings', 'names']);
    const lines = out.trimEnd().split('\r\n');
    expect(code).toBe(0);
    expect(lines[0]).toMatch(/^part,carId,/);
    expect([...new Set(lines.slice(1).map((line) => line.split(',')[0]))]).toEqual([
      'Vehicle',
      'Fluids',
      'OEM parts',
      'Repair times',
      'Engines',
    ]);
  });

  test('prints an error as JSON with --json if the VIN is unknown', async () => {
    const { address } = await serve((_, response) => sendJson(response, 404, { success: false, message: 'No.' }));
    const { code, out, err } = await run(['report', VIN, '--json'], address);
    expect({ code, out }).toEqual({ code: 6, out: '' });
    expect(JSON.parse(err)).toMatchObject({ error: { code: 'not_found', operation: 'decodeVin' } });
  });

  test('sends only one request if the VIN is unknown', async () => {
    const { address, queries } = await serve((_, response) =>
      sendJson(response, 404, { success: false, message: 'No.' }),
    );
    expect((await run(['report', VIN], address)).code).toBe(6);
    expect(queries).toHaveLength(1);
  });
});

test('a command that requires a request lists all missing settings', async () => {
  for (const args of [['brands'], ['report', VIN]]) {
    const { code, err } = await runCli(args, { env: {} });
    expect(code).toBe(2);
    for (const name of [
      '--base-url is missing; give --base-url <URL>, set VEHICLE_LOOKUP_BASE_URL, or run vehicle-lookup login',
      '--user is missing',
      'the key is missing',
    ])
      expect(err).toContain(name);
  }
});

test('the key does not appear in the output of these commands', async () => {
  for (const args of [
    ['report', VIN],
    ['parts', '1', '--format', 'csv'],
    ['brands', '--json'],
  ]) {
    const { out, err } = await run(args);
    expect(out + err).not.toContain('CANARY');
  }
});
