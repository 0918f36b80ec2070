import { expect } from 'vitest';
import type { CatalogueEntry } from '../../../../src/catalogue/catalogue-entry.ts';
import type { Cases, NewDataStore } from '../case.ts';
import { addEntries, allMatches, brand, model, openSource, publish, variant, vehicle } from '../catalogue.ts';

async function rejections(newDataStore: NewDataStore, entries: CatalogueEntry[]) {
  const draft = await (await newDataStore()).catalogues.newDraft();
  const rejected = [...addEntries(draft, entries), ...draft.addWaiting()];
  await draft.close();
  return rejected.map(({ entry, fault }) => `${entry.kind} ${fault.pointer}: ${fault.expected}`);
}

/** Returns a pattern with a distinct arrangement of wildcards: the positions after the WMI encode `n` in binary. */
const patternOfNumber = (wmi: string, n: number): string =>
  wmi + (n + 1).toString(2).padStart(8, '0').replaceAll('0', '.').replaceAll('1', 'A');

export const catalogueDraft: Cases = {
  'entries may be in any order': async (newDataStore) => {
    const entries = [variant('audi', 'a4', { typeName: 'x' }), model('audi', 'a4'), brand('audi')];
    expect(await rejections(newDataStore, entries)).toEqual([]);
  },

  'a duplicate carId, brand, or model within a brand is rejected': async (newDataStore) => {
    const entries = [vehicle(5), brand('audi'), brand('vw'), model('audi', 'a4'), model('vw', 'a4')];
    const expected = 'a value unused in earlier lines';
    const again = [vehicle(5), brand('audi', 'Other'), model('audi', 'a4', 'A')];
    expect(await rejections(newDataStore, [...entries, ...again])).toEqual([
      `vehicle /record/carId: ${expected}`,
      `brand /slug: ${expected}`,
      `model /slug: ${expected}`,
    ]);
  },

  'an entry that refers to an unknown brand or model is rejected': async (newDataStore) => {
    const entries = [brand('audi'), model('opel', 'astra'), variant('opel', 'astra', {}), variant('audi', 'a4', {})];
    expect(await rejections(newDataStore, entries)).toEqual([
      'model /brand: the slug of a brand in this file',
      'variant /brand: the slug of a brand in this file',
      'variant /model: the slug of a model of the brand in this file',
    ]);
  },

  'a manufacturer has at most 64 arrangements of wildcards': async (newDataStore) => {
    const known = Array.from({ length: 64 }, (_, n) => vehicle(n + 1, { patterns: [patternOfNumber('WVW', n)] }));
    const oneMore = vehicle(1000, { patterns: [patternOfNumber('WAU', 0), patternOfNumber('WVW', 64)] });
    const sameAgain = vehicle(1001, { patterns: [patternOfNumber('WVW', 3)] });
    const rejected = ['vehicle /patterns: no new arrangement of wildcards'];
    expect(await rejections(newDataStore, [...known, oneMore, sameAgain])).toEqual(rejected);
  },

  'a rejected entry leaves nothing behind': async (newDataStore) => {
    const store = await newDataStore();
    const again = vehicle(1, { patterns: ['WVWZZZ2K'], fluids: [{ n: 1 }] });
    await publish(store, [vehicle(1, { patterns: ['WVWZZZ1K'] }), again]);
    const source = await openSource(store);
    expect(await source.use((catalogue) => allMatches(catalogue, 'WVWZZZ2K'))).toEqual([]);
    expect(await source.use((catalogue) => catalogue.list('fluids', 1))).toEqual([]);
  },

  'a draft is invisible until it is published, and the old version stays available for a rollback': async (
    newDataStore,
  ) => {
    const store = await newDataStore();
    const { catalogues } = store;
    const old = await publish(store, [vehicle(1)]);
    const draft = await catalogues.newDraft();
    addEntries(draft, [vehicle(2)]);
    draft.complete();
    expect(await catalogues.currentVersion()).toBe(old);
    const source = await openSource(store);
    expect(await source.use((catalogue) => catalogue.vehicle(2))).toBeUndefined();
    const { version } = await draft.publish();
    await draft.close();
    expect(await catalogues.currentVersion()).toBe(version);
    expect((await catalogues.versions()).map((one) => one.version)).toEqual([old, version]);
    const added = () => source.use((catalogue) => catalogue.vehicle(2));
    await expect.poll(added, { timeout: 5000 }).toBeDefined();
    expect(await source.use((catalogue) => catalogue.vehicle(1))).toBeUndefined();
  },

  'an unpublished draft leaves no files behind and does not change the current version': async (newDataStore) => {
    const store = await newDataStore();
    const old = await publish(store, [vehicle(1)]);
    for (const begin of [store.catalogues.newDraft, store.catalogues.temporaryDraft]) {
      const draft = await begin();
      addEntries(draft, [vehicle(1)]);
      draft.complete();
      await draft.close();
    }
    expect((await store.catalogues.versions()).map((one) => one.version)).toEqual([old]);
    expect(await store.catalogues.currentVersion()).toBe(old);
  },

  'a version name begins with the label of its data': async (newDataStore) => {
    const { catalogues } = await newDataStore();
    const draft = await catalogues.newDraft();
    addEntries(draft, [vehicle(1)]);
    draft.complete();
    const { version } = await draft.publish('vpic-2026.10');
    await draft.close();
    expect(version).toMatch(/^vpic-2026\.10-\d{8}T\d{9}Z$/);
    expect(await catalogues.currentVersion()).toBe(version);
  },

  'versions have the same SHA-256 only if their content is the same': async (newDataStore) => {
    const sha256 = async (...entries: CatalogueEntry[]) => {
      const draft = await (await newDataStore()).catalogues.newDraft();
      addEntries(draft, entries);
      draft.addWaiting();
      draft.complete();
      const published = await draft.publish();
      await draft.close();
      return published.sha256;
    };
    expect(await sha256(vehicle(1), brand('audi'))).toBe(await sha256(vehicle(1), brand('audi')));
    expect(await sha256(vehicle(1))).not.toBe(await sha256(vehicle(2)));
  },
};
