import { hash } from 'node:crypto';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openDatabase } from '../../database/sqlite/open-database.ts';
import type { Catalogue, IsDisconnected } from '../catalogue.ts';
import { CatalogueError, catalogueError } from '../catalogue-error.ts';
import { nameKey } from '../name-key.ts';
import { createVinSearch } from '../vin/vin-search.ts';
import { type EntryTable, IS_FINISHED } from './catalogue-migrations.ts';

/** KiB that SQLite keeps in memory at most: for look-ups, most of the index of ten million patterns. */
const LOOKUP_CACHE = 262_144;
/** KiB; a stream reads most of what it reads once. */
const STREAM_CACHE = 2048;
/** Records that a stream sends before it yields to other requests. */
const TURN = 64;
const NEVER: IsDisconnected = () => false;

/**
 * Opens a version for reading.
 * @throws CatalogueError, as every method of the catalogue does
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
    refuseUnfinished(db, path);
    const beginTurn = snapshotOfTurn(db);
    return {
      version,
      ...guarded(path, beginTurn, queries(db, open(STREAM_CACHE), beginTurn)),
      close: async () => closeAll(),
    };
  } catch (error) {
    closeAll();
    throw catalogueError(path, error);
  }
}

function refuseUnfinished(db: DatabaseSync, path: string): void {
  if (!db.prepare(IS_FINISHED).get()) throw new CatalogueError(path, 'not a finished catalogue');
}

type Methods = Omit<Catalogue, 'version' | 'close'>;
/** The methods without promises where the result is there at once; `guarded` makes the promise. */
type Queries = {
  [Name in keyof Methods]: (
    ...parameters: Parameters<Methods[Name]>
  ) => ReturnType<Methods[Name]> | Awaited<ReturnType<Methods[Name]>>;
} & Pick<Methods, 'matches' | 'engines'>;

function queries(db: DatabaseSync, streams: DatabaseSync, beginTurn: () => void): Queries {
  const vins = createVinSearch({ db, streams, beginTurn });

  const vehicleIn = (db: DatabaseSync) => {
    const select = prepare(db, 'select record from vehicle where car_id = ?');
    return (carId: number): string | undefined => text(select, carId);
  };
  const entriesIn = (db: DatabaseSync, table: EntryTable) => {
    const select = prepare(db, `select record from ${table} where car_id = ? order by sort`);
    return (carId: number): string[] => texts(select, carId);
  };
  const vehicle = vehicleIn(db);
  const known = (carId: number | undefined) => (carId === undefined ? undefined : vehicle(carId));
  const listOf = (table: EntryTable) => {
    const entries = entriesIn(db, table);
    return (carId: number): string[] | undefined => {
      const found = entries(carId);
      return found.length > 0 || vehicle(carId) !== undefined ? found : undefined;
    };
  };
  // They use the connection, and so the transaction, of the search before them.
  const matchedVehicle = vehicleIn(streams);
  const matchedEngines = entriesIn(streams, 'engine');

  // A slug before a display name; both in the form that nameKey() gives.
  const bySlug = prepare(db, 'select slug from brand where slug = ?');
  const byName = prepare(db, 'select slug from brand where name_key = ? order by slug limit 1');
  const brandOf = (name: string) => text(bySlug, nameKey(name)) ?? text(byName, nameKey(name));
  const modelBySlug = prepare(db, 'select slug from model where brand = ? and slug = ?');
  const modelByName = prepare(db, 'select slug from model where brand = ? and name_key = ? order by slug limit 1');
  const modelOf = (brand: string, name: string) =>
    text(modelBySlug, brand, nameKey(name)) ?? text(modelByName, brand, nameKey(name));

  const selectBrands = prepare(db, 'select record from brand order by slug');
  const selectModels = prepare(db, 'select record from model where brand = ? order by slug');
  const selectVariants = prepare(db, 'select record from variant where brand = ? and model = ? order by sort');

  const shared = sharedSnapshot(streams);
  async function* carIds(vin: string, isDisconnected: IsDisconnected): AsyncGenerator<number> {
    shared.enter();
    try {
      let turn = 0;
      for (const carId of await vins.all(vin, isDisconnected)) {
        if (isDisconnected()) return;
        yield carId;
        if (++turn % TURN === 0) await nextTurn();
      }
    } finally {
      shared.leave();
    }
  }
  async function* matches(vin: string, isDisconnected = NEVER): AsyncGenerator<string> {
    for await (const carId of carIds(vin, isDisconnected)) {
      const found = matchedVehicle(carId);
      if (found !== undefined) yield found;
    }
  }

  async function* engines(vin: string, isDisconnected = NEVER): AsyncGenerator<string[]> {
    // The texts themselves may be as large as the catalogue.
    const yielded = new Set<string>();
    const isNew = (engine: string): boolean => yielded.size < yielded.add(hash('sha1', engine, 'binary')).size;
    for await (const carId of carIds(vin, isDisconnected)) yield matchedEngines(carId).filter(isNew);
  }

  return {
    matches,
    firstMatch: (vin, isDisconnected = NEVER) => {
      const found = vins.first(vin, isDisconnected);
      return found instanceof Promise ? found.then(known) : known(found);
    },
    vehicle,
    fluids: listOf('fluid'),
    oemParts: listOf('oem_part'),
    repairTimes: listOf('repair_time'),
    brands: () => texts(selectBrands),
    models: (name) => {
      const brand = brandOf(name);
      return brand === undefined ? undefined : texts(selectModels, brand);
    },
    variants: (brandName, modelName) => {
      const brand = brandOf(brandName);
      const model = brand === undefined ? undefined : modelOf(brand, modelName);
      return brand === undefined || model === undefined ? undefined : texts(selectVariants, brand, model);
    },
    engines,
  };
}

/** A statement that reads one column, of text. */
function prepare(db: DatabaseSync, sql: string): StatementSync {
  const statement = db.prepare(sql);
  statement.setReturnArrays(true);
  return statement;
}

type Row = [text: string];
type Key = string | number;

const text = (statement: StatementSync, ...keys: Key[]): string | undefined =>
  (statement.get(...keys) as Row | undefined)?.[0];

const texts = (statement: StatementSync, ...keys: Key[]): string[] =>
  (statement.all(...keys) as unknown as Row[]).map(([text]) => text);

/**
 * Everything that is read in one turn of the event loop is read in one transaction: the file is locked and checked for
 * changes once, instead of for every statement.
 * @returns the function to call before a statement
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

/** One transaction for all streams on their connection: from the first that enters to the last that leaves. */
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

/** Turns whatever a query throws into a CatalogueError. */
function guarded(path: string, snapshot: () => void, { matches, engines, ...others }: Queries): Methods {
  const guard =
    <A extends unknown[], T>(query: (...parameters: A) => T | Promise<T>) =>
    async (...parameters: A): Promise<T> => {
      try {
        snapshot();
        return await query(...parameters);
      } catch (error) {
        throw catalogueError(path, error);
      }
    };
  const guardList = <A extends unknown[], T>(list: (...parameters: A) => AsyncIterable<T>) =>
    async function* (...parameters: A): AsyncGenerator<T> {
      try {
        yield* list(...parameters);
      } catch (error) {
        throw catalogueError(path, error);
      }
    };
  return {
    matches: guardList(matches),
    engines: guardList(engines),
    firstMatch: guard(others.firstMatch),
    vehicle: guard(others.vehicle),
    fluids: guard(others.fluids),
    oemParts: guard(others.oemParts),
    repairTimes: guard(others.repairTimes),
    brands: guard(others.brands),
    models: guard(others.models),
    variants: guard(others.variants),
  };
}
