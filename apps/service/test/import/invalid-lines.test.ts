import { describe, expect, test } from 'vitest';
import { rejectionText, reportText } from '../../src/import/report.ts';
import { files, inCurrent, ndjson, newData, vehicle } from './support.ts';

async function faultsOf(content: string | Buffer): Promise<string[]> {
  const report = await newData().import(content, { dryRun: true });
  return report.wrongLines.flatMap(({ line, byte, faults }) =>
    faults.map(({ pointer, expected, got }) => `${line} ${byte} ${pointer}: ${expected}, got ${got}`),
  );
}

const bytes = (...entries: unknown[]): number => Buffer.byteLength(ndjson(...entries));
const variant = (typeYears: string, model = 'model') => ({
  kind: 'variant',
  brand: 'make',
  model,
  record: { typeName: 'x', typeYears, fullTitle: 'Make Model x' },
});
const brand = { kind: 'brand', name: 'Make', slug: 'make' };
const model = { kind: 'model', brand: 'make', name: 'Model', slug: 'model' };
const PATTERN =
  '8 to 17 VIN characters, with "." for any character except the first three, and optionally "?" at the end';
const MONTH = '(0[1-9]|1[0-2])\\.[0-9]{4}';
const MONTHS = `^(${MONTH} - ${MONTH}|${MONTH} - ?| ?- ${MONTH})$`;
const SLUG = 'text that matches ^[a-z0-9._]+(-[a-z0-9._]+)*$';

describe('An invalid line is reported with its location, the expected value and the actual value', () => {
  const { record } = vehicle(1);
  const cases: Record<string, [content: string | Buffer, fault: string]> = {
    'text that is not JSON': [
      'nope\n',
      `1 0 : one JSON object, got text that is not JSON (Unexpected token 'o', "nope" is not valid JSON)`,
    ],
    'a truncated line': [
      JSON.stringify(brand).slice(0, -1),
      "1 0 : one JSON object, got text that is not JSON (Expected ',' or '}' after property value in JSON at position 43)",
    ],
    'JSON that is not an object': ['[1]\n', '1 0 : one JSON object, got an array'],
    'bytes that are not UTF-8': [Buffer.from([0x22, 0xff, 0x22]), '1 0 : UTF-8, got bytes that are not UTF-8'],
    'UTF-16': [Buffer.from([0xff, 0xfe, 0x7b, 0]), '1 0 : UTF-8, got UTF-16'],
    'a line of more than 8 MiB': [
      `${' '.repeat(8 * 1024 * 1024 + 1)}\n`,
      '1 0 : at most 8388608 bytes, got a longer line',
    ],
    'an unknown kind': [
      ndjson({ kind: 'car' }),
      '1 0 /kind: one of "note", "origin", "brand", "model", "variant", "vehicle", got "car"',
    ],
    'no kind': [ndjson({}), '1 0 /kind: one of "note", "origin", "brand", "model", "variant", "vehicle", got nothing'],
    'an origin after the first line': [
      `\n${ndjson({ kind: 'origin', label: 'my-data', text: 'mine' })}`,
      '2 1 /kind: an origin in the first line only, got "origin"',
    ],
    'an invalid label': [
      ndjson({ kind: 'origin', label: 'My data', text: 'mine' }),
      '1 0 /label: at most 64 characters (a to z, 0 to 9, "." and "-"), such as my-data-2026, got "My data"',
    ],
    'a misspelt field': [ndjson({ ...brand, nam: 'x' }), '1 0 /nam: no such field, got one'],
    'a missing list': [ndjson(vehicle(1, { fluids: undefined })), '1 0 /fluids: a value, got nothing'],
    'a field of a different type': [
      ndjson(vehicle(1, { record: { ...record, carId: '1' } })),
      '1 0 /record/carId: an integer, got "1"',
    ],
    'a field that is not in the document': [
      ndjson(vehicle(1, { record: { ...record, colour: 'red' } })),
      '1 0 /record/colour: no such field, got one',
    ],
    'an error deep in a list': [
      ndjson(vehicle(1, { oemParts: [{ group: 'g', shortname: 's', name: 'n', parts: [{ manufacturer: 'm' }] }] })),
      '1 0 /oemParts/0/parts/0/oe_number: a value, got nothing',
    ],
    'a pattern without a manufacturer': [
      ndjson(vehicle(1, { patterns: ['W.WZZZ1K'] })),
      `1 0 /patterns/0: ${PATTERN}, got "W.WZZZ1K"`,
    ],
    'a pattern with a letter that is invalid in VINs': [
      ndjson(vehicle(1, { patterns: ['WVWZZZ1K', 'WVWZZZ1O'] })),
      `1 0 /patterns/1: ${PATTERN}, got "WVWZZZ1O"`,
    ],
    'an invalid month': [
      ndjson(brand, model, variant('13.2000 - ')),
      `3 ${bytes(brand, model)} /record/typeYears: text that matches ${MONTHS}, got "13.2000 - "`,
    ],
    'a slug with invalid characters': [ndjson({ ...brand, slug: 'Make' }), `1 0 /slug: ${SLUG}, got "Make"`],
    'an invisible name': [ndjson({ ...brand, name: '\u200b ' }), '1 0 /name: a visible name, got "? "'],
    'a duplicate carId': [
      `${ndjson(brand)}\n${ndjson(vehicle(7))}${ndjson(vehicle(7))}`,
      `4 ${1 + bytes(brand, vehicle(7))} /record/carId: a value unused in earlier lines, got 7`,
    ],
    'a duplicate brand': [ndjson(brand, brand), `2 ${bytes(brand)} /slug: a value unused in earlier lines, got "make"`],
    'a duplicate model': [
      ndjson(model, brand, model),
      `3 ${bytes(model, brand)} /slug: a value unused in earlier lines, got "model"`,
    ],
    'an unknown brand': [ndjson(model), '1 0 /brand: the slug of a brand in this file, got "make"'],
    'an unknown model': [
      ndjson(variant('01.2000 - ', 'x'), brand),
      '1 0 /model: the slug of a model of the brand in this file, got "x"',
    ],
  };
  test.each(Object.entries(cases))('%s', async (_, [content, fault]) => {
    expect(await faultsOf(content)).toEqual([fault]);
  });

  test('too many wildcard arrangements for a manufacturer are reported', async () => {
    const patterns = Array.from(
      { length: 65 },
      (_, index) =>
        `WVW${[...(index + 1).toString(2).padStart(8, '0')].map((bit) => (bit === '1' ? 'A' : '.')).join('')}`,
    );
    expect((await faultsOf(ndjson(vehicle(1, { patterns }))))[0]).toMatch(/^1 0 \/patterns: no new arrangement/);
  });

  test('control characters in the file are not printed', async () => {
    const [fault] = await faultsOf('{"kind":"\u001b[2J\\u202e"}\n\u009b');
    expect(fault).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });
});

describe('Valid lines', () => {
  test('valid lines may have a byte order mark, Windows line endings, spaces, and no final newline', async () => {
    const text = `\ufeff${JSON.stringify(brand)}\r\n\r\n   \n ${JSON.stringify(model)}`;
    expect(await faultsOf(text)).toEqual([]);
  });

  test('valid lines may be in any order and are returned unchanged', async () => {
    const data = newData();
    const type = variant('01.2000 - ');
    const entries = [type, model, vehicle(1), brand];
    const report = await data.import(ndjson(...entries));
    expect(report.counts).toEqual({ brands: 1, models: 1, variants: 1, vehicles: 1 });
    await inCurrent(data, async (catalogue) => {
      expect(await catalogue.variants('make', 'model')).toEqual([JSON.stringify(type.record)]);
      expect(await catalogue.vehicle(1)).toBe(JSON.stringify(vehicle(1).record));
    });
  });
});

describe('A file with invalid lines', () => {
  const half = vehicle(2, { engines: [{ Brand: 'x' }] });
  const content = ndjson(vehicle(1), half, vehicle(1, { fluids: [] }), vehicle(3));

  test('a file with invalid lines is rejected without leaving files', async () => {
    const data = newData();
    const report = await data.import(content);
    expect(report).toMatchObject({ wrong: 2, lines: 4 });
    expect(report.version).toBeUndefined();
    expect(files(data)).toEqual([]);
  });

  test('invalid lines are skipped on request, together with the whole vehicle', async () => {
    const data = newData();
    const report = await data.import(content, { skipBadLines: true });
    expect(report).toMatchObject({ wrong: 2, counts: { vehicles: 2 } });
    await inCurrent(data, async (catalogue) => {
      expect(await catalogue.vehicle(2)).toBeUndefined();
      expect(await catalogue.list('fluids', 2)).toBeUndefined();
      expect(await catalogue.firstMatch('WVWZZZ00000002123')).toBeUndefined();
      expect(await catalogue.list('fluids', 1)).toHaveLength(vehicle(1).fluids.length);
    });
  });

  test('a dry run reports the number of lines to be skipped', async () => {
    const text = reportText(await newData().import(content, { skipBadLines: true, dryRun: true }));
    expect(text).toContain('The file can be loaded: 2 vehicles');
    expect(text).toContain('2 invalid lines would be left out.');
  });

  test('the report shows the first twenty invalid lines and the number of further lines', async () => {
    const report = await newData().import('x\n'.repeat(50), { skipBadLines: true });
    expect(report.wrong).toBe(50);
    expect(report.wrongLines).toHaveLength(20);
    expect(rejectionText(report, false)).toContain('and 30 more invalid lines');
  });
});
