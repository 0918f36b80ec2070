import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { openDatabase } from '../sqlite/open.ts';
import type { Catalogue } from './catalogue.ts';
import { CatalogueError, unreadable } from './catalogue-error.ts';
import { nameKey } from './name-key.ts';
import { type EntryTable, PATTERN_INDEX } from './schema.ts';
import { createVinSearch } from './vin-search.ts';

/** KiB that SQLite keeps in memory: for look-ups, most of what a catalogue is asked for. */
const LOOKUP_CACHE = 65_536;
/** KiB; a stream reads most of what it reads once. */
const STREAM_CACHE = 2048;
/** After so many records in a row a stream lets others have their turn. */
const TURN = 64;

/**
 * Opens a version for reading.
 * @throws CatalogueError, as every method of the catalogue does
 */
export function openCatalogue(path: string, version: string): Catalogue {
  const opened: DatabaseSync[] = [];
  const open = (cache: number): DatabaseSync => {
    const db = openDatabase(path, { readOnly: true });
    opened.push(db);
    db.exec(`pragma cache_size = -${cache}`);
    return db;
  };
  const close = (): void => {
    for (const db of opened.splice(0)) db.close();
  };
  try {
    const db = open(LOOKUP_CACHE);
    refuseUnfinished(db, path);
    return { version, ...guarded(path, queries(db, open(STREAM_CACHE))), close };
  } catch (error) {
    close();
    throw unreadable(path, error);
  }
}

function refuseUnfinished(db: DatabaseSync, path: string): void {
  const index = db.prepare("select 1 from sqlite_schema where type = 'index' and name = ?").get(PATTERN_INDEX);
  if (!index) throw new CatalogueError(path, 'not a finished catalogue');
}

type Queries = Omit<Catalogue, 'version' | 'close'>;

function queries(db: DatabaseSync, streams: DatabaseSync): Queries {
  const vins = createVinSearch(db, streams);
  const record = (statement: StatementSync, ...keys: (string | number)[]): string | undefined =>
    statement.get(...keys)?.record as string | undefined;
  const records = (statement: StatementSync, ...keys: (string | number)[]): string[] =>
    statement.all(...keys).map((row) => row.record as string);

  const vehicleIn = (db: DatabaseSync) => {
    const select = db.prepare('select record from vehicle where car_id = ?');
    return (carId: number): string | undefined => record(select, carId);
  };
  const entriesIn = (db: DatabaseSync, table: EntryTable) => {
    const select = db.prepare(`select record from ${table} where car_id = ? order by sort`);
    return (carId: number): string[] => records(select, carId);
  };
  const vehicle = vehicleIn(db);
  const listOf = (table: EntryTable) => {
    const entries = entriesIn(db, table);
    return async (carId: number): Promise<string[] | undefined> => {
      const found = entries(carId);
      return found.length > 0 || vehicle(carId) !== undefined ? found : undefined;
    };
  };
  // On the connection of the search that they follow: its transaction is theirs.
  const matchedVehicle = vehicleIn(streams);
  const matchedEngines = entriesIn(streams, 'engine');
  const snapshot = snapshotsOf(db);

  // A slug before a display name; both in the form that nameKey() gives.
  const bySlug = db.prepare('select slug from brand where slug = ?');
  const byName = db.prepare('select slug from brand where name_key = ? order by slug limit 1');
  const brandOf = (name: string) =>
    (bySlug.get(nameKey(name)) ?? byName.get(nameKey(name)))?.slug as string | undefined;
  const modelBySlug = db.prepare('select slug from model where brand = ? and slug = ?');
  const modelByName = db.prepare('select slug from model where brand = ? and name_key = ? order by slug limit 1');
  const modelOf = (brand: string, name: string) =>
    (modelBySlug.get(brand, nameKey(name)) ?? modelByName.get(brand, nameKey(name)))?.slug as string | undefined;

  const selectBrands = db.prepare('select record from brand order by slug');
  const selectModels = db.prepare('select record from model where brand = ? order by slug');
  const selectVariants = db.prepare('select record from variant where brand = ? and model = ? order by sort');

  const shared = sharedSnapshot(streams);
  async function* carIds(vin: string): AsyncGenerator<number> {
    shared.enter();
    try {
      let turn = 0;
      for (const carId of await vins.all(vin)) {
        yield carId;
        if (++turn % TURN === 0) await setImmediate();
      }
    } finally {
      shared.leave();
    }
  }
  async function* matches(vin: string): AsyncGenerator<string> {
    for await (const carId of carIds(vin)) {
      const found = matchedVehicle(carId);
      if (found !== undefined) yield found;
    }
  }

  return {
    matches,
    firstMatch: async (vin) =>
      snapshot(() => {
        const carId = vins.first(vin);
        return carId === undefined ? undefined : vehicle(carId);
      }),
    vehicle: async (carId) => vehicle(carId),
    fluids: listOf('fluid'),
    oemParts: listOf('oem_part'),
    repairTimes: listOf('repair_time'),
    brands: async () => records(selectBrands),
    models: async (name) => {
      const brand = brandOf(name);
      return brand === undefined ? undefined : records(selectModels, brand);
    },
    variants: async (brandName, modelName) => {
      const brand = brandOf(brandName);
      const model = brand === undefined ? undefined : modelOf(brand, modelName);
      return brand === undefined || model === undefined ? undefined : records(selectVariants, brand, model);
    },
    engines: async (vin) => {
      const engines = new Set<string>();
      let known = false;
      for await (const carId of carIds(vin)) {
        known = true;
        for (const engine of matchedEngines(carId)) engines.add(engine);
      }
      return known ? [...engines] : undefined;
    },
  };
}

/** Reads in one transaction: the file is locked, and looked at for changes, once and not by every statement. */
function snapshotsOf(db: DatabaseSync): <T>(read: () => T) => T {
  const begin = db.prepare('begin');
  const commit = db.prepare('commit');
  return (read) => {
    begin.run();
    try {
      return read();
    } finally {
      if (db.isTransaction) commit.run();
    }
  };
}

/** The same for streams, which take turns on their connection: from the first that enters to the last that leaves. */
function sharedSnapshot(db: DatabaseSync): { enter(): void; leave(): void } {
  let streams = 0;
  return {
    enter: () => {
      if (!db.isTransaction) db.exec('begin');
      streams++;
    },
    leave: () => {
      if (--streams === 0 && db.isTransaction) db.exec('commit');
    },
  };
}

/** Whatever a query throws becomes a CatalogueError. */
function guarded(path: string, { matches, ...others }: Queries): Queries {
  const guard =
    <A extends unknown[], T>(query: (...parameters: A) => Promise<T>) =>
    async (...parameters: A): Promise<T> => {
      try {
        return await query(...parameters);
      } catch (error) {
        throw unreadable(path, error);
      }
    };
  return {
    async *matches(vin) {
      try {
        yield* matches(vin);
      } catch (error) {
        throw unreadable(path, error);
      }
    },
    firstMatch: guard(others.firstMatch),
    vehicle: guard(others.vehicle),
    fluids: guard(others.fluids),
    oemParts: guard(others.oemParts),
    repairTimes: guard(others.repairTimes),
    brands: guard(others.brands),
    models: guard(others.models),
    variants: guard(others.variants),
    engines: guard(others.engines),
  };
}
