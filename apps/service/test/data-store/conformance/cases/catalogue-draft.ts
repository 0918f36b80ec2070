import { expect } from 'vitest';
import type { CatalogueDraft, ImportState, RejectedEntry } from '../../../../src/catalogue/catalogue-draft.ts';
import type { CatalogueEntry } from '../../../../src/catalogue/catalogue-entry.ts';
import type { Cases, NewDataStore } from '../case.ts';
import {
  addEntries,
  allMatches,
  brand,
  completeDraft,
  model,
  openSource,
  publish,
  variant,
  vehicle,
} from '../catalogue.ts';

const accept = async (_: ImportState) => undefined;

/** Adds the entries to a new draft; `later` are added after an interruption. */
async function rejections(newDataStore: NewDataStore, entries: CatalogueEntry[], later: CatalogueEntry[] = []) {
  const { catalogues } = await newDataStore();
  const draft = await catalogues.newDraft();
  const rejected = await addEntries(draft, entries);
  await draft.checkpoint();
  await draft.close();
  const resumed = await catalogues.resumeDraft(accept);
  rejected.push(...(await addEntries(resumed, later)), ...(await completeDraft(resumed)));
  await resumed.close();
  return rejected.map(({ entry, fault }: RejectedEntry) => `${entry.kind} ${fault.pointer}: ${fault.expected}`);
}

/** Distinct arrangements of wildcards: the positions after the WMI count in binary. */
const patternOfNumber = (wmi: string, n: number): string =>
  wmi + (n + 1).toString(2).padStart(8, '0').replaceAll('0', '.').replaceAll('1', 'A');

export const catalogueDraft: Cases = {
  'entries may come in any order, and refer to entries of other batches': async (newDataStore) => {
    const entries = [variant('audi', 'a4', { typeName: 'x' }), model('audi', 'a4')];
    expect(await rejections(newDataStore, entries, [brand('audi')])).toEqual([]);
  },

  'a carId, a brand and a model of a brand that exist already are rejected': async (newDataStore) => {
    const entries = [vehicle(5), brand('audi'), brand('vw'), model('audi', 'a4'), model('vw', 'a4')];
    const expected = 'a value that no earlier line has';
    expect(
      await rejections(newDataStore, entries, [vehicle(5), brand('audi', 'Other'), model('audi', 'a4', 'A')]),
    ).toEqual([`vehicle /record/carId: ${expected}`, `brand /slug: ${expected}`, `model /slug: ${expected}`]);
  },

  'an entry that refers to an unknown brand or model is rejected': async (newDataStore) => {
    const entries = [brand('audi'), model('opel', 'astra'), variant('opel', 'astra', {}), variant('audi', 'a4', {})];
    expect(await rejections(newDataStore, entries)).toEqual([
      'model /brand: the slug of a brand in this file',
      'variant /brand: the slug of a brand in this file',
      'variant /model: the slug of a model of the brand in this file',
    ]);
  },

  'a manufacturer has at most 64 arrangements of wildcards, also after an interruption': async (newDataStore) => {
    const known = Array.from({ length: 64 }, (_, n) => vehicle(n + 1, { patterns: [patternOfNumber('WVW', n)] }));
    const oneMore = vehicle(1000, { patterns: [patternOfNumber('WAU', 0), patternOfNumber('WVW', 64)] });
    const sameAgain = vehicle(1001, { patterns: [patternOfNumber('WVW', 3)] });
    const rejected = ['vehicle /patterns: no new arrangement of wildcards'];
    expect(await rejections(newDataStore, [...known, oneMore], [sameAgain])).toEqual(rejected);
    expect(await rejections(newDataStore, known, [oneMore, sameAgain])).toEqual(rejected);
  },

  'a rejected entry leaves nothing behind': async (newDataStore) => {
    const store = await newDataStore();
    const again = vehicle(1, { patterns: ['WVWZZZ2K'], fluids: [{ n: 1 }] });
    await publish(store, [vehicle(1, { patterns: ['WVWZZZ1K'] }), again]);
    const source = await openSource(store);
    expect(await source.use((catalogue) => allMatches(catalogue, 'WVWZZZ2K'))).toEqual([]);
    expect(await source.use((catalogue) => catalogue.list('fluids', 1))).toEqual([]);
  },

  'what came after the last checkpoint is lost with an interruption, what came before is kept': async (
    newDataStore,
  ) => {
    const { catalogues } = await newDataStore();
    const draft = await catalogues.newDraft();
    await addEntries(draft, [vehicle(1)]);
    await draft.checkpoint();
    await addEntries(draft, [vehicle(2)]);
    await draft.close();
    const resumed = await catalogues.resumeDraft(accept);
    expect(resumed.state).toMatchObject({ version: draft.state.version, line: 1 });
    const rejected = await addEntries(resumed, [vehicle(1), vehicle(2)]);
    expect(rejected.map(({ entry }) => entry)).toEqual([vehicle(1)]);
    await resumed.close();
  },

  'nobody sees a draft before it is published; then the old version stays to go back to': async (newDataStore) => {
    const store = await newDataStore();
    const { catalogues } = store;
    const old = await publish(store, [vehicle(1)]);
    const draft = await catalogues.newDraft();
    await addEntries(draft, [vehicle(2)]);
    await completeDraft(draft);
    expect(await catalogues.currentVersion()).toBe(old);
    const source = await openSource(store);
    expect(await source.use((catalogue) => catalogue.vehicle(2))).toBeUndefined();
    await draft.publish();
    await draft.removeOldVersions();
    await draft.close();
    expect(await catalogues.currentVersion()).toBe(draft.state.version);
    const added = () => source.use((catalogue) => catalogue.vehicle(2));
    await expect.poll(added, { timeout: 5000 }).toBeDefined();
    expect(await source.use((catalogue) => catalogue.vehicle(1))).toBeUndefined();
  },

  'a discarded draft cannot be resumed, and the current version stays': async (newDataStore) => {
    const store = await newDataStore();
    const old = await publish(store, [vehicle(1)]);
    const draft = await store.catalogues.newDraft();
    await draft.discard();
    await draft.close();
    await expect(store.catalogues.resumeDraft(accept)).rejects.toThrow('no interrupted import to resume');
    expect(await store.catalogues.currentVersion()).toBe(old);
  },

  'a new draft replaces an unfinished one': async (newDataStore) => {
    const { catalogues } = await newDataStore();
    const left = await catalogues.newDraft();
    await addEntries(left, [vehicle(1)]);
    await left.checkpoint();
    await left.close();
    const draft = await catalogues.newDraft();
    expect(await addEntries(draft, [vehicle(1)])).toEqual([]);
    await draft.close();
  },

  'a temporary draft leaves the store empty': async (newDataStore) => {
    const { catalogues } = await newDataStore();
    const draft = await catalogues.temporaryDraft();
    await addEntries(draft, [vehicle(1)]);
    await completeDraft(draft);
    await draft.close();
    expect(await catalogues.isEmptyBut('demonstration')).toBe(true);
  },

  'the name of a version begins with the label of its data': async (newDataStore) => {
    const { catalogues } = await newDataStore();
    const draft = await catalogues.newDraft('vpic-2026.10');
    expect(draft.state.version).toMatch(/^vpic-2026\.10-\d{8}T\d{9}Z$/);
    await addEntries(draft, [vehicle(1)]);
    await completeDraft(draft);
    await draft.publish();
    await draft.close();
    expect(await catalogues.currentVersion()).toBe(draft.state.version);
  },

  'a store that holds only an unfinished draft with a label is empty but for it': async (newDataStore) => {
    const { catalogues } = await newDataStore();
    const draft = await catalogues.newDraft('demonstration');
    expect(await catalogues.isEmptyBut('demonstration')).toBe(false);
    await draft.close();
    expect(await catalogues.isEmptyBut('demonstration')).toBe(true);
    expect(await catalogues.isEmptyBut('other')).toBe(false);
  },

  'drafts with the same content have the same checksum, with another content another': async (newDataStore) => {
    const checksum = async (...entries: CatalogueEntry[]) => {
      const draft: CatalogueDraft = await (await newDataStore()).catalogues.newDraft();
      await addEntries(draft, entries);
      await completeDraft(draft);
      const sum = await draft.checksum();
      await draft.close();
      return sum;
    };
    expect(await checksum(vehicle(1), brand('audi'))).toBe(await checksum(vehicle(1), brand('audi')));
    expect(await checksum(vehicle(1))).not.toBe(await checksum(vehicle(2)));
  },
};
