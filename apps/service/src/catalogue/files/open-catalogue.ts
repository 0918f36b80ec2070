import { hash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openDatabase, prepare } from '../../database/sqlite/database.ts';
import { type Catalogue, CatalogueError, catalogueError, type IsDisconnected } from '../catalogue.ts';
import { ENTRY_LISTS, type EntryListName, forEachList, nameKey } from '../catalogue-entry.ts';
import { createVinSearch } from '../vin/vin-search.ts';

/** Cache size for look-ups in KiB, sufficient for most of the index of ten million patterns. */
const LOOKUP_CACHE = 262_144;
/** Cache size for streams in KiB; a stream reads most rows only once. */
const STREAM_CACHE = 2048;
/** Number of records that a stream sends before it yields to other requests. */
const TURN = 64;
const NEVER: IsDisconnected = () => false;

/**
 * Opens a version for reading.
 * @throws CatalogueError, which the methods of the catalogue also throw
 */
export function openCatalogue(path: string, version: string): Catalogue {
  const opened: DatabaseSync[] = [];
  const open = (cache: number): DatabaseSync => {
    const db = openDatabase(path, { readOnly: true, busyTimeout: 0 });
    opened.push(db);
    db.exec(`pragma cache_size = -${cache}`);
    return db;
  };
  const closeAll = (): void => {
    for (const db of opened.splice(0)) db.close();
  };
  try {
    const db = open(LOOKUP_CACHE);
    const [format = 0] = prepare<[number]>(db, 'pragma user_version').get() ?? [];
    if (format === 0) throw new CatalogueError(path, 'not a finished catalogue');
    return { version, ...questions(path, format, db, open(STREAM_CACHE)), close: async () => closeAll() };
  } catch (error) {
    closeAll();
    throw catalogueError(path, error);
  }
}

/**
 * @param db connection for look-ups
 * @param streams connection for long lists, with a small cache
 */
function questions(
  path: string,
  format: number,
  db: DatabaseSync,
  streams: DatabaseSync,
): Omit<Catalogue, 'version' | 'close'> {
  const beginTurn = snapshotOfTurn(db);
  const guard = guards(path, beginTurn);
  const vins = createVinSearch({ db, streams, beginTurn });

  const vehicle = selectOne(db, 'select record from vehicle where car_id = ?');
  const lists = forEachList((name) => selectEntries(db, name, format));
  // These queries use the connection of the preceding search, and therefore its transaction.
  const matchedVehicle = selectOne(streams, 'select record from vehicle where car_id = ?');
  const matchedEngines = selectEntries(streams, 'engines', format);

  // A slug has precedence over a display name. Both are compared in the form that nameKey() returns.
  const bySlug = selectOne(db, 'select slug from brand where slug = ?');
  const byName = selectOne(db, 'select slug from brand where name_key = ? order by slug limit 1');
  const brandOf = (name: string) => bySlug(nameKey(name)) ?? byName(nameKey(name));
  const modelBySlug = selectOne(db, 'select slug from model where brand = ? and slug = ?');
  const modelByName = selectOne(db, 'select slug from model where brand = ? and name_key = ? order by slug limit 1');
  const modelOf = (brand: string, name: string) =>
    modelBySlug(brand, nameKey(name)) ?? modelByName(brand, nameKey(name));

  const brands = selectAll(db, 'select record from brand order by slug');
  const models = selectAll(db, 'select record from model where brand = ? order by slug');
  const variants = selectAll(db, 'select record from variant where brand = ? and model = ? order by sort');

  // All concurrent streams share one transaction, from the beginning of the first stream to the end of the last.
  let running = 0;
  /** Yields the result of `make` for each matching vehicle, best first. */
  async function* ofMatches<T>(vin: string, isDisconnected: IsDisconnected, make: (carId: number) => T | undefined) {
    try {
      running++;
      try {
        if (!streams.isTransaction) streams.exec('begin');
        let turn = 0;
        for (const carId of await vins.all(vin, isDisconnected)) {
          if (isDisconnected()) return;
          const made = make(carId);
          if (made !== undefined) yield made;
          if (++turn % TURN === 0) await nextTurn();
        }
      } finally {
        if (--running === 0 && streams.isTransaction) streams.exec('commit');
      }
    } catch (error) {
      throw catalogueError(path, error);
    }
  }

  return {
    matches: (vin, isDisconnected = NEVER) => ofMatches(vin, isDisconnected, matchedVehicle),
    engines(vin, isDisconnected = NEVER) {
      // The set contains hashes, because the JSON of the engines may be as large as the catalogue.
      const yielded = new Set<string>();
      const isNew = (engine: string): boolean => yielded.size < yielded.add(hash('sha1', engine, 'binary')).size;
      return ofMatches(vin, isDisconnected, (carId) => matchedEngines(carId).filter(isNew));
    },
    firstMatch: guard(async (vin: string, isDisconnected: IsDisconnected = NEVER) => {
      const carId = await vins.first(vin, isDisconnected);
      return carId === undefined ? undefined : vehicle(carId);
    }),
    vehicle: guard(vehicle),
    list: guard((name: EntryListName, carId: number) => {
      const found = lists[name](carId);
      return found.length > 0 || vehicle(carId) !== undefined ? found : undefined;
    }),
    brands: guard(brands),
    models: guard((name: string) => {
      const brand = brandOf(name);
      return brand === undefined ? undefined : models(brand);
    }),
    variants: guard((brandName: string, modelName: string) => {
      const brand = brandOf(brandName);
      const model = brand === undefined ? undefined : modelOf(brand, modelName);
      return brand === undefined || model === undefined ? undefined : variants(brand, model);
    }),
  };
}

type Key = string | number;

/** Returns a query for one string. */
function selectOne(db: DatabaseSync, sql: string): (...keys: Key[]) => string | undefined {
  const statement = prepare<[text: string]>(db, sql);
  return (...keys) => statement.get(...keys)?.[0];
}

/** Returns a query for several strings. */
function selectAll(db: DatabaseSync, sql: string): (...keys: Key[]) => string[] {
  const statement = prepare<[text: string]>(db, sql);
  return (...keys) => statement.all(...keys).map(([text]) => text);
}

/** Returns a query for the entries in a vehicle's list. A catalogue that is older than the list has no entries. */
function selectEntries(db: DatabaseSync, name: EntryListName, format: number): (carId: number) => string[] {
  const { table, since } = ENTRY_LISTS[name];
  if (format < since) return () => [];
  return selectAll(db, `select record from ${table} where car_id = ? order by sort`);
}

/**
 * Combines all reads in one turn of the event loop into one transaction, so that SQLite locks the file and checks it for changes
 * only once.
 * @returns a function that must be called before a statement
 */
function snapshotOfTurn(db: DatabaseSync): () => void {
  const commit = (): void => {
    if (db.isOpen && db.isTransaction) db.exec('commit');
  };
  return () => {
    if (db.isTransaction) return;
    db.exec('begin');
    setImmediate(commit);
  };
}

/** Returns a wrapper that converts the errors of a query into a CatalogueError. @param beginTurn called before each query */
const guards =
  (path: string, beginTurn: () => void) =>
  <Parameters extends unknown[], T>(query: (...parameters: Parameters) => T | Promise<T>) =>
  async (...parameters: Parameters): Promise<T> => {
    try {
      beginTurn();
      return await query(...parameters);
    } catch (error) {
      throw catalogueError(path, error);
    }
  };
