import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { bin, run, temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { catalogueLines } from '../../src/vpic/catalogue-lines.ts';
import { openVpic } from '../../src/vpic/open-vpic.ts';
import { vehiclesOf, vinFinder } from './find.ts';
import { type DecodedRecord, isRight, MISSES, publishedVins, vpicFile } from './published.ts';
import { newData, serve } from './service.ts';

const vins = publishedVins();
const wmis = new Set(vins.map(({ vin }) => vin.slice(0, 3)));

/** Returns the catalogue lines for the manufacturers of the published VINs. */
async function linesOfPublished() {
  const data = await openVpic(vpicFile());
  data.manufacturers = data.manufacturers.filter(({ wmi }) => wmis.has(wmi.slice(0, 3)));
  return [...catalogueLines(data)];
}

test('published VINs have one match with the published make, model and year, except for the listed misses', async () => {
  expect(vins.length).toBeGreaterThan(380);
  const lines = await linesOfPublished();
  const find = vinFinder(vehiclesOf(lines));
  const all = vins.map((published) => {
    const records = find(published.vin).map(({ record }) => record as unknown as DecodedRecord);
    return { published, records, record: records[0] };
  });
  const wrong = all.filter(({ published, record }) => !isRight(published, record));
  const texts = wrong.map(
    ({ published, record }) => `${Object.values(published)} => ${record?.year} ${record?.description}`,
  );
  console.log(`${all.length - wrong.length} of ${all.length} published VINs are correct`);
  const expected = all.filter(({ published }) => published.vin in MISSES);
  expect(wrong.map(({ published }) => published.vin).sort(), texts.join('\n')).toEqual(
    expected.map(({ published }) => published.vin).sort(),
  );
  expect(all.filter(({ records }) => records.length > 1)).toEqual([]);

  const file = join(temporaryDirectory(), 'vpic.ndjson');
  await pipeline(Readable.from(lines.map((line) => `${JSON.stringify(line)}\n`)), createWriteStream(file));
  const data = newData();
  const imported = await run(bin('service'), ['import', file, '--data-dir', data]);
  expect(imported).toMatchObject({ code: 0, err: '' });
  const ask = await serve(data);
  for (const { published, record } of all) {
    const { status, body } = await ask({ vin: published.vin, allCars: '1' });
    expect([published.vin, status, body.data]).toEqual([published.vin, record ? 200 : 404, record && [record]]);
  }
});
