import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { DataDirectory } from '../../data-directory/data-directory.ts';
import { CHECKSUM_SUFFIX } from './catalogue-checksum.ts';

/** The draft's file has the same name for all imports: the next one replaces what an interrupted one has left. */
const DRAFT = 'next.importing.sqlite';

/** The file of a version. */
export const catalogueFile = (directory: DataDirectory, version: string): string =>
  join(directory.catalogues, `${version}.sqlite`);

/** The file that an import fills; it is renamed when it is published. */
export const draftFile = (directory: DataDirectory): string => join(directory.catalogues, DRAFT);

/** Names of all catalogue files: versions, and the draft. */
export const catalogueFiles = ({ catalogues }: DataDirectory): string[] =>
  existsSync(catalogues) ? readdirSync(catalogues).filter((file) => file.endsWith('.sqlite')) : [];

/** Names of all versions. */
export const versionNames = (directory: DataDirectory): string[] =>
  catalogueFiles(directory)
    .filter((file) => file !== DRAFT)
    .map((file) => basename(file, '.sqlite'));

/** True for files that belong in the directory of catalogues. */
export const isCatalogueFile = (name: string): boolean =>
  /^(current|previous|[^.].*\.sqlite)(-wal|-shm|-journal|-unsorted|\.sha256)?$/.test(name);

/** The next step if no catalogue is current. */
export function nextWithoutCurrent(directory: DataDirectory): string {
  const newest = versionNames(directory).sort().at(-1);
  if (newest === undefined) {
    return (
      'Run `import FILE`. If there was a catalogue, mount its volume, or restore the latest backup into an empty directory; ' +
      'to try the service with invented vehicles, run `serve --demo` on a new directory'
    );
  }
  return `To use the newest one, run \`echo ${newest} > ${directory.current}\`; or run \`import FILE\``;
}

/** Ends the name of the file with what a draft has to sort. */
export const UNSORTED_SUFFIX = '-unsorted';

/** Removes a version or a draft with its accompanying files. */
export function removeDatabase(path: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal', UNSORTED_SUFFIX, CHECKSUM_SUFFIX]) {
    rmSync(path + suffix, { force: true });
  }
}
