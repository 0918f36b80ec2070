import {
  createReadStream,
  createWriteStream,
  existsSync,
  linkSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { catalogueFile } from '../catalogue/catalogue-file.ts';
import { currentVersion } from '../catalogue/switch.ts';
import type { DataFolder } from '../data-folder.ts';
import { openDatabase } from '../sqlite/open.ts';
import { withStorageErrors } from '../sqlite/storage-error.ts';
import { UserError } from '../user-error.ts';
import { removeOnSignal } from './remove-on-signal.ts';
import { type Entry, tar } from './tar.ts';

export interface Backup {
  file: string;
  bytes: number;
  /** The catalogue that answered; undefined where none was imported. */
  catalogue: string | undefined;
  /** What earlier backups to this file have left: they were killed, or run yet. */
  leftovers: string[];
}

/**
 * Writes accounts and the catalogue that answers into one tar archive, laid out as a data folder is. A service may run
 * meanwhile. The file is there whole or not at all, and an existing one is never replaced.
 * @throws UserError
 */
export async function backUp(folder: DataFolder, file: string): Promise<Backup> {
  if (existsSync(file)) throw existing(file);
  if (!existsSync(dirname(file))) throw new UserError(`${dirname(file)} does not exist; make this folder first`);
  if (!existsSync(folder.accounts)) {
    throw new UserError(`${folder.root} holds no accounts.sqlite; give the service's data folder with --data-dir`);
  }
  const leftovers = scratchesOf(file);
  const scratch = mkdtempSync(scratchName(file));
  const remove = () => rmSync(scratch, { recursive: true, force: true });
  const forget = removeOnSignal(remove);
  try {
    const accounts = join(scratch, 'accounts.sqlite');
    snapshot(folder.accounts, accounts, file);
    const catalogue = await catalogueEntries(folder);
    const archive = join(scratch, 'archive');
    const entries = [await fileEntry('accounts.sqlite', accounts), ...catalogue.entries];
    await write(entries, archive);
    const bytes = await putInPlace(archive, file);
    return { file, bytes, catalogue: catalogue.version, leftovers };
  } catch (error) {
    if (error instanceof UserError) throw error;
    const { code, path = file } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw existing(file);
    // A failed write does not say where.
    throw Object.assign(error as Error, { path });
  } finally {
    forget();
    remove();
  }
}

/** Beside the file, as only there a link to it is sure to be possible; the names of users lie in it. */
const scratchName = (file: string): string => join(dirname(file), `.${basename(file)}.partial-`);

function scratchesOf(file: string): string[] {
  const prefix = scratchName(file);
  const there = readdirSync(dirname(file)).map((name) => join(dirname(file), name));
  return there.filter((path) => path.startsWith(prefix));
}

const existing = (file: string): UserError =>
  new UserError(`${file} exists and is not replaced; choose another name, or remove it`);

/** One consistent state, whoever writes meanwhile: SQLite copies within a read transaction. */
function snapshot(database: string, copy: string, file: string): void {
  const db = openDatabase(database, { readOnly: true });
  try {
    withStorageErrors(`${database}, copied to ${file}`, () => db.prepare('VACUUM INTO ?').run(copy));
  } finally {
    db.close();
  }
}

/** A version never changes once it answers, so its file is copied as it is. */
async function catalogueEntries(folder: DataFolder): Promise<{ version: string | undefined; entries: Entry[] }> {
  const version = await currentVersion(folder);
  if (version === undefined) return { version, entries: [] };
  const path = catalogueFile(folder, version);
  if (!existsSync(path)) throw new UserError(`${path} is missing, yet catalogue/current names it; run doctor`);
  // Not the file itself: it may name another version by now.
  const current = textEntry('catalogue/current', `${version}\n`);
  return { version, entries: [await fileEntry(`catalogue/${version}.sqlite`, path), current] };
}

/** Opened at once: a file that is removed meanwhile is still read to its end. */
async function fileEntry(name: string, path: string): Promise<Entry> {
  const handle = await open(path);
  const { size, mtime } = await handle.stat();
  return { name, size, modified: mtime, content: createReadStream(path, { fd: handle }) };
}

function textEntry(name: string, text: string): Entry {
  const bytes = Buffer.from(text);
  return { name, size: bytes.length, modified: new Date(), content: Readable.from([bytes]) };
}

const write = (entries: Entry[], archive: string): Promise<void> =>
  pipeline(tar(entries), createWriteStream(archive, { flags: 'wx', mode: 0o600, flush: true }));

/** A link, unlike a rename, replaces nothing that came meanwhile; some file systems (FAT, SMB) have no links. */
function moveAnew(archive: string, file: string): void {
  try {
    linkSync(archive, file);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(code) || existsSync(file)) throw error;
    renameSync(archive, file);
  }
}

/** A crash later leaves the file whole, or none. */
async function putInPlace(archive: string, file: string): Promise<number> {
  moveAnew(archive, file);
  const parent = await open(dirname(file));
  await parent.sync();
  await parent.close();
  const handle = await open(file);
  const { size } = await handle.stat();
  await handle.close();
  return size;
}
