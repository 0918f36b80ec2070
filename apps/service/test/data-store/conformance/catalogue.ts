import { cleanUpLater } from '@vehicle-lookup/testing';
import type { Catalogue, CatalogueSource } from '../../../src/catalogue/catalogue.ts';
import { type CatalogueEntry, forEachList, type VehicleEntry } from '../../../src/catalogue/catalogue-entry.ts';
import type { CatalogueDraft, RejectedEntry } from '../../../src/catalogue/draft/draft.ts';
import type { DataStore } from '../../../src/data-store/data-store.ts';

export const VIN = 'WVWZZZ1KZAW000001';

/** Returns a vehicle with the given values and a record with the carId. */
export const vehicle = (carId: number, given: Partial<VehicleEntry> & { year?: string } = {}): VehicleEntry => {
  const { year = '', ...members } = given;
  return { kind: 'vehicle', patterns: [], record: { carId, year }, ...forEachList(() => []), ...members };
};

export const brand = (slug: string, name: string = slug): CatalogueEntry => ({ kind: 'brand', slug, name });
export const model = (brand: string, slug: string, name: string = slug): CatalogueEntry => ({
  kind: 'model',
  brand,
  slug,
  name,
});
export const variant = (brand: string, model: string, record: Record<string, unknown>): CatalogueEntry => ({
  kind: 'variant',
  brand,
  model,
  record,
});

/** Adds entries as lines of a file, and returns the rejected entries. */
export const addEntries = (draft: CatalogueDraft, entries: readonly CatalogueEntry[]): RejectedEntry[] =>
  entries.flatMap((entry, index) => {
    const placed = { line: index + 1, byte: 0, entry };
    const fault = draft.add(placed);
    return fault ? { ...placed, fault } : [];
  });

/** Publishes the entries as the current catalogue, and returns its version. */
export async function publish({ catalogues }: DataStore, entries: readonly CatalogueEntry[]): Promise<string> {
  const draft = await catalogues.newDraft();
  try {
    addEntries(draft, entries);
    draft.addWaiting();
    draft.complete();
    return (await draft.publish()).version;
  } finally {
    await draft.close();
  }
}

export async function openSource({ catalogues }: DataStore): Promise<CatalogueSource> {
  const source = await catalogues.openSource();
  cleanUpLater(() => source.close());
  return source;
}

/** Publishes the entries and opens the catalogue until the end of the test. */
export async function openCatalogueOf(store: DataStore, entries: readonly CatalogueEntry[]): Promise<Catalogue> {
  await publish(store, entries);
  const source = await openSource(store);
  return new Promise((resolve, reject) => {
    let close = () => {};
    const closed = new Promise<void>((end) => {
      close = end;
    });
    cleanUpLater(close);
    source
      .use((catalogue) => {
        resolve(catalogue);
        return closed;
      })
      .catch(reject);
  });
}

export async function collect<T>(values: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const value of values) collected.push(value);
  return collected;
}

/** Returns the carIds of records. */
export const carIds = (records: readonly string[]): number[] => records.map((record) => JSON.parse(record).carId);

export const allMatches = async (catalogue: Catalogue, vin: string = VIN): Promise<number[]> =>
  carIds(await collect(catalogue.matches(vin)));
