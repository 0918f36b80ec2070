import { createReadStream, existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { UserError } from '@vehicle-lookup/toolkit/command-line';
import type { DataDirectory } from '../../data-directory/data-directory.ts';
import type { BackupFiles, StoredFile } from '../catalogue-store.ts';
import { catalogueFile } from './catalogue-files.ts';
import { currentVersion } from './current-version.ts';

/** A version never changes once it is current, so its file is archived directly. */
export async function catalogueBackup(directory: DataDirectory): Promise<BackupFiles> {
  const version = await currentVersion(directory);
  if (version === undefined) return { catalogue: undefined, files: [] };
  const path = catalogueFile(directory, version);
  if (!existsSync(path)) throw new UserError(`${path} is missing, but catalogue/current names it; run doctor`);
  return catalogueBackupOf(version, path);
}

/** The files that make this file the current catalogue of a data directory. */
export async function catalogueBackupOf(version: string, path: string): Promise<BackupFiles> {
  // The text instead of the file itself, which may name another version by now.
  const current = textEntry('catalogue/current', `${version}\n`);
  return { catalogue: version, files: [await fileEntry(`catalogue/${version}.sqlite`, path), current] };
}

/** Opened now: a file that is removed meanwhile can still be read to its end. */
export async function fileEntry(name: string, path: string): Promise<StoredFile> {
  const handle = await open(path);
  const { size, mtime } = await handle.stat();
  return { name, size, modified: mtime, content: createReadStream(path, { fd: handle }) };
}

function textEntry(name: string, text: string): StoredFile {
  const bytes = Buffer.from(text);
  return { name, size: bytes.length, modified: new Date(), content: Readable.from([bytes]) };
}
