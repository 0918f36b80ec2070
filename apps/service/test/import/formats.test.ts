import { existsSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { files, inCurrent, manyLines, ndjson, newData, runImport, vehicle } from './support.ts';

const CSV = `id,Brand,Model,vin pattern,Year,ccm
1,Make,"Model, long",WVWZZZ1K,2010,1968
2,Make,Other,WVWZZZ1L WVWZZZ1M?,2011,
3,Zweite,"Ein ""Name""",WAUZZZ8K,2012,2995
`;
const COLUMNS = 'carId=id,make=Brand,model=Model,patterns=vin pattern,year=Year,cubicCapacityCcm=ccm';
const columns = new Map(COLUMNS.split(',').map((pair) => pair.split('=') as [string, string]));
const csv = { format: 'csv', columns } as const;

describe('gzip', () => {
  test('a compressed file has the same content and the same invalid lines as the uncompressed file', async () => {
    const text = manyLines(50);
    const { sha256 } = await newData().import(text);
    expect((await newData().import(gzipSync(text))).sha256).toBe(sha256);
    const wrong = `${ndjson(vehicle(1))}nope\n`;
    const { wrongLines } = await newData().import(wrong);
    expect((await newData().import(gzipSync(wrong))).wrongLines).toEqual(wrongLines);
  });

  test('truncated data is rejected, and the current version is kept', async () => {
    const data = newData();
    const { version } = await data.import(ndjson(vehicle(1)));
    const cut = gzipSync(manyLines(50)).subarray(0, 500);
    await expect(data.import(cut)).rejects.toThrow(/expected a complete gzip file, got damaged data/);
    expect(await data.store.currentVersion()).toBe(version);
  });
});

test('a gzip bomb of 256 MB without a line break is rejected as an invalid line and uses little memory', async () => {
  const data = newData();
  const bomb = gzipSync(Buffer.alloc(256 * 1024 * 1024, 'x'));
  expect(bomb.length).toBeLessThan(300_000);
  const { code, out, err } = await runImport(data, data.write(bomb), ['--json'], {
    env: { NODE_OPTIONS: '--max-old-space-size=64' },
  });
  expect(code, out + err).toBe(1);
  expect(out + err).toMatch(/line 1/);
  expect(existsSync(data.root) ? await data.store.currentVersion() : undefined).toBeUndefined();
});

describe('origins', () => {
  const text = ndjson(
    { kind: 'origin', label: 'my-data-2026', text: 'My data, under my terms' },
    vehicle(1),
    vehicle(2),
  );

  test.each([text, gzipSync(text)])(
    'an origin in the first line determines the version name, even in a compressed file',
    async (content) => {
      expect(await newData().import(content)).toMatchObject({
        version: expect.stringMatching(/^my-data-2026-\d{8}T\d{9}Z$/),
        origin: 'My data, under my terms',
        lines: 3,
        counts: { vehicles: 2 },
      });
    },
  );
});

describe('CSV', () => {
  test('a CSV file contains one vehicle per row and determines the brands and models', async () => {
    const data = newData();
    const report = await data.import(CSV, csv);
    expect(report).toMatchObject({ wrong: 0, counts: { vehicles: 3, brands: 2, models: 3 } });
    await inCurrent(data, async (catalogue) => {
      const record = JSON.parse((await catalogue.vehicle(1)) ?? '');
      expect(record).toMatchObject({
        carId: 1,
        make: 'Make',
        model: 'Model, long',
        year: '2010',
        cubicCapacityCcm: 1968,
      });
      expect(record.fuel).toBe('');
      expect(JSON.parse((await catalogue.vehicle(2)) ?? '').cubicCapacityCcm).toBe('');
      expect(JSON.parse((await catalogue.firstMatch('WVWZZZ1LZAW000001')) ?? '').carId).toBe(2);
      expect(await catalogue.models('zweite')).toEqual([JSON.stringify({ name: 'Ein "Name"', slug: 'ein-name' })]);
    });
  });

  test('a CSV file is read from compressed standard input with a column mapping', async () => {
    const flags = ['--from', 'csv', '--columns', COLUMNS, '--json'];
    const { code, out } = await runImport(newData(), '-', flags, { input: gzipSync(CSV) });
    expect(code).toBe(0);
    expect(JSON.parse(out).counts).toMatchObject({ vehicles: 3, brands: 2 });
  });

  test('a CSV file requires no mapping if its columns have field names', async () => {
    const report = await newData().import('\ufeffpatterns,carId,make\r\nWVWZZZ1K,7,Make\r\n', { format: 'csv' });
    expect(report.counts).toMatchObject({ vehicles: 1, brands: 1, models: 0 });
  });

  test('a CSV file with invalid rows is rejected with the line numbers', async () => {
    const report = await newData().import(`${CSV}x,Make,Model,WVW,2010,big\n1,Make,Model,WVWZZZ1K,2010,\n"\n`, csv);
    expect(report.version).toBeUndefined();
    expect(
      report.wrongLines.map(({ line, faults }) => [line, ...faults.map(({ pointer, got }) => `${pointer} ${got}`)]),
    ).toEqual([
      [5, '/patterns/0 "WVW"', '/record/carId "x"', '/record/cubicCapacityCcm "big"'],
      [6, '/record/carId 1'],
      [7, expect.stringMatching(/Quote/)],
    ]);
  });

  test('a malformed CSV row is rejected with its line number or skipped on request', async () => {
    const malformed = CSV.replace('2,Make,Other', '2,Ma"ke,Other');
    const rejected = await newData().import(malformed, csv);
    expect([rejected.version, rejected.wrongLines.map(({ line }) => line)]).toEqual([undefined, [3]]);
    const loaded = await newData().import(malformed, { ...csv, skipBadLines: true });
    expect(loaded).toMatchObject({ wrong: 1, counts: { vehicles: 2 } });
  });

  test('an unterminated quote in a CSV header is rejected', async () => {
    const open = newData().import(`"${CSV}`, csv);
    await expect(open).rejects.toThrow(/expected a CSV header, got/);
  });

  test('a CSV file without a required or mapped column is rejected before any change', async () => {
    const data = newData();
    const { version } = await data.import(ndjson(vehicle(1)));
    const before = files(data);
    const other = (field: string, column: string) => ({ ...csv, columns: new Map([...columns, [field, column]]) });
    await expect(data.import(CSV, other('year', 'Jahr'))).rejects.toThrow(
      /expected a column "Jahr", got "id", "Brand", "Model", "vin pattern", "Year", "ccm"/,
    );
    await expect(data.import(CSV, other('colour', 'Brand'))).rejects.toThrow(
      /a vehicle has no field "colour"; it has patterns, carId/,
    );
    await expect(data.import(CSV, { format: 'csv' })).rejects.toThrow(/expected a column "carId"/);
    expect(await data.store.currentVersion()).toBe(version);
    expect(files(data)).toEqual(before);
  });

  test('a duplicate CSV column is rejected as ambiguous', async () => {
    const twice = 'carId,carId,patterns\n1,2,WVWZZZ1K\n';
    await expect(newData().import(twice, { format: 'csv' })).rejects.toThrow(
      'expected each column once, got "carId" twice',
    );
    const unused = 'carId,patterns,x,x\n1,WVWZZZ1K,,\n';
    expect(await newData().import(unused, { format: 'csv' })).toMatchObject({ wrong: 0, counts: { vehicles: 1 } });
  });
});
