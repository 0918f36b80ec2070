import { temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { openDataStore } from '../../../src/data-store/open-data-store.ts';
import { loadEntries } from '../../../src/import/load.ts';
import { openSource } from '../../../src/import/source.ts';
import { compileVpic } from '../../../src/import/vpic/compile.ts';
import { openVpic } from '../../../src/import/vpic/open-vpic.ts';
import { isRight, MISSES, publishedVins, vpicFile } from './published.ts';

/** All manufacturers take minutes; these are some with few patterns. */
const SOME = ['1HG', 'JH4', 'JM1', 'JNK', '5FN', '5N3', 'WBS', 'WP0', 'TRU', 'SCF', '1G8', '1JC'];

/** Published VINs, each with what the real data say about it. */
async function decoded(wmis: ReadonlySet<string>) {
  const vins = publishedVins().filter(({ vin }) => wmis.has(vin.slice(0, 3)));
  const data = await openVpic(openSource(vpicFile()));
  data.manufacturers = data.manufacturers.filter(({ wmi }) => wmis.has(wmi.slice(0, 3)));
  const { catalogues } = await openDataStore(temporaryDirectory());
  const draft = await catalogues.newDraft();
  await loadEntries(draft, compileVpic(data), {
    batch: 10_000,
    skipBadLines: false,
    resumable: false,
    onProgress() {},
  });
  expect(draft.state).toMatchObject({ finished: true, wrong: 0 });
  await draft.publish();
  await draft.close();
  const source = await catalogues.openSource();
  const found = await source.use(async (catalogue) => {
    const all = [];
    for (const published of vins) {
      const matches: string[] = [];
      for await (const match of catalogue.matches(published.vin)) matches.push(match);
      const first = await catalogue.firstMatch(published.vin);
      all.push({ published, record: first === undefined ? undefined : JSON.parse(first), matches: matches.length });
    }
    return all;
  });
  await source.close();
  return found;
}

test('published VINs of real vehicles get their make, model and year, but for the listed misses, and one match each', async () => {
  const wmis = new Set(process.env.DEEP ? publishedVins().map(({ vin }) => vin.slice(0, 3)) : SOME);
  const all = await decoded(wmis);
  expect(all.length).toBeGreaterThan(process.env.DEEP ? 380 : 50);
  const wrong = all.filter(({ published, record }) => !isRight(published, record));
  const texts = wrong.map(
    ({ published, record }) => `${Object.values(published)} => ${record?.year} ${record?.description}`,
  );
  console.log(`${all.length - wrong.length} of ${all.length} published VINs are right`);
  const expected = all.filter(({ published }) => published.vin in MISSES);
  expect(wrong.map(({ published }) => published.vin).sort(), texts.join('\n')).toEqual(
    expected.map(({ published }) => published.vin).sort(),
  );
  expect(all.filter(({ matches, record }) => matches !== (record ? 1 : 0))).toEqual([]);
});
