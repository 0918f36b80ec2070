import { createReadStream, existsSync } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { UserError } from '@vehicle-lookup/toolkit/command-line';
import { type DataDirectory, rejectOtherUsers } from '../../data-directory/data-directory.ts';
import type { BackupFiles, CatalogueStore, StoredFile } from '../catalogue-store.ts';
import { newDraft, temporaryDraft } from '../draft/draft.ts';
import { CHECKSUM_SUFFIX, checksumText, recordedChecksum } from './catalogue-checksum.ts';
import { catalogueFile, versionNames } from './catalogue-files.ts';
import { openCatalogueSource } from './catalogue-source.ts';
import { currentVersion, previousVersion, readableCurrent, switchTo, versionFile } from './current-version.ts';
import { openCatalogue } from './open-catalogue.ts';

/** Returns the catalogue store of a data directory. */
export function createFileCatalogues(directory: DataDirectory): CatalogueStore {
  return {
    currentVersion: () => currentVersion(directory),
    openSource: (events) => openCatalogueSource(directory, events),
    async versions() {
      const [current, previous] = [await readableCurrent(directory), await previousVersion(directory)];
      const entries = versionNames(directory).map(async (version) => {
        const { size, mtimeMs } = await stat(catalogueFile(directory, version));
        const state = { current: version === current, previous: version === previous, pending: false };
        return { mtimeMs, entry: { version, bytes: size, ...state } };
      });
      const dated = await Promise.all(entries);
      return dated.sort((one, other) => one.mtimeMs - other.mtimeMs).map(({ entry }) => entry);
    },
    previousVersion: () => previousVersion(directory),
    async switchTo(version) {
      const file = versionFile(directory, version);
      rejectOtherUsers(directory);
      await openCatalogue(file, version).close();
      await switchTo(directory, version);
    },
    async publish() {
      throw new UserError(
        'A single data directory does not require publishing. To share versions among instances, set DATABASE_URL and ' +
          'VEHICLE_LOOKUP_SERVICE_CATALOGUES (README, More machines)',
      );
    },
    backupFiles: () => catalogueBackup(directory),
    newDraft: async () => newDraft(directory),
    temporaryDraft: async () => temporaryDraft(directory),
  };
}

/** Returns the files to back up. A version never changes once it is current, so its file is archived without a copy. */
async function catalogueBackup(directory: DataDirectory): Promise<BackupFiles> {
  const version = await currentVersion(directory);
  if (version === undefined) return { catalogue: undefined, files: [] };
  const path = catalogueFile(directory, version);
  if (!existsSync(path)) throw new UserError(`${path} is missing, but catalogue/current names it; run doctor`);
  return catalogueBackupOf(version, path, await recordedChecksum(path));
}

/** Returns the backup files that make a catalogue file the current catalogue of a data directory. */
export async function catalogueBackupOf(version: string, path: string, sha256?: string): Promise<BackupFiles> {
  const name = `catalogue/${version}.sqlite`;
  const checksum = sha256 === undefined ? [] : [textEntry(name + CHECKSUM_SUFFIX, checksumText(version, sha256))];
  // The content is generated, because the file may contain a different version by now.
  const current = textEntry('catalogue/current', `${version}\n`);
  return { catalogue: version, files: [await fileEntry(name, path), ...checksum, current] };
}

/** Opens a file immediately, so that it can be read completely even if it is removed meanwhile. */
export async function fileEntry(name: string, path: string): Promise<StoredFile> {
  const handle = await open(path);
  const { size, mtime } = await handle.stat();
  return { name, size, modified: mtime, content: createReadStream(path, { fd: handle }) };
}

function textEntry(name: string, text: string): StoredFile {
  const bytes = Buffer.from(text);
  return { name, size: bytes.length, modified: new Date(), content: Readable.from([bytes]) };
}
