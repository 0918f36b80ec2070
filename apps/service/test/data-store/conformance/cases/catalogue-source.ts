import { expect } from 'vitest';
import type { Cases } from '../case.ts';
import { allMatches, carIds, openSource, publish, VIN, vehicle } from '../catalogue.ts';

const vehicles = (...ids: number[]) => ids.map((carId) => vehicle(carId, { patterns: ['WVWZZZ1K'] }));

export const cases: Cases = {
  'without a catalogue nothing is found, and the first one is noticed': async (newDataStore) => {
    const store = await newDataStore();
    const source = await openSource(store);
    expect(await store.catalogues.currentVersion()).toBeUndefined();
    expect(await store.catalogues.isEmptyBut('demonstration')).toBe(true);
    expect(await source.use((catalogue) => catalogue.firstMatch(VIN))).toBeUndefined();
    expect(await source.use((catalogue) => catalogue.brands())).toEqual([]);
    const version = await publish(store, vehicles(1));
    await expect.poll(() => source.use(async (catalogue) => catalogue.version)).toBe(version);
    expect(await source.use(allMatches)).toEqual([1]);
    expect(await store.catalogues.currentVersion()).toBe(version);
    expect(await store.catalogues.isEmptyBut('demonstration')).toBe(false);
  },

  'a reply that streams ends on the version it began with, while new ones use the new version': async (
    newDataStore,
  ) => {
    const store = await newDataStore();
    const old = Array.from({ length: 500 }, (_, i) => i + 1);
    await publish(store, vehicles(...old));
    const source = await openSource(store);
    const stream = await source.use(async (catalogue) => {
      const records: string[] = [];
      for await (const record of catalogue.matches(VIN)) {
        records.push(record);
        if (records.length > 1) continue;
        await publish(store, vehicles(7));
        await expect.poll(() => source.use(allMatches), { timeout: 5000 }).toEqual([7]);
      }
      return carIds(records);
    });
    expect(stream).toEqual(old);
    expect(await source.use(allMatches)).toEqual([7]);
  },

  'closing waits for the work that runs, and none begins afterwards': async (newDataStore) => {
    const store = await newDataStore();
    await publish(store, vehicles(1, 2));
    const source = await store.catalogues.openSource();
    const events: string[] = [];
    let closing: Promise<unknown> = Promise.resolve();
    const matches = await source.use(async (catalogue) => {
      closing = source.close().then(() => events.push('closed'));
      const found = await allMatches(catalogue);
      events.push('found');
      return found;
    });
    await closing;
    expect(matches).toEqual([1, 2]);
    expect(events).toEqual(['found', 'closed']);
    await expect(source.use(allMatches)).rejects.toThrow('closed');
  },
};
