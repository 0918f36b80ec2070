import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { DataDirectory } from '../../data-directory/data-directory.ts';
import { CHECKSUM_SUFFIX } from './catalogue-checksum.ts';

/** File name of the draft. All imports use the same name, so that an import replaces the draft of an interrupted import. */
const DRAFT = 'next.importing.sqlite';

/** Returns the path of a version's file. */
export const catalogueFile = (directory: DataDirectory, version: string): string =>
  join(directory.catalogues, `${version}.sqlite`);

/** Returns the path of the draft, which is renamed when it is published. */
export const draftFile = (directory: DataDirectory): string => join(directory.catalogues, DRAFT);

/** Returns the names of all catalogue files: the versions and the draft. */
export const catalogueFiles = ({ catalogues }: DataDirectory): string[] =>
  existsSync(catalogues) ? readdirSync(catalogues).filter((file) => file.endsWith('.sqlite')) : [];

/** Returns the names of all versions. */
export const versionNames = (directory: DataDirectory): string[] =>
  catalogueFiles(directory)
    .filter((file) => file !== DRAFT)
    .map((file) => basename(file, '.sqlite'));

/** Returns true for files that belong in the catalogue directory. */
export const isCatalogueFile = (name: string): boolean =>
  /^(current|previous|[^.].*\.sqlite)(-wal|-shm|-journal|-unsorted|\.sha256)?$/.test(name);

/** Returns the next step if no catalogue is current. */
export function nextWithoutCurrent(directory: DataDirectory): string {
  const newest = versionNames(directory).sort().at(-1);
  if (newest === undefined) {
    return (
      'Run `import FILE`. If there was a catalogue, mount its volume, or restore the latest backup into an empty directory; ' +
      'to try the service with invented vehicles, run `serve --demo` on a new directory'
    );
  }
  return `To use the newest version, run \`echo ${newest} > ${directory.current}\`, or run \`import FILE\``;
}

/** Suffix of the file with a draft's unsorted entries. */
export const UNSORTED_SUFFIX = '-unsorted';

/** Removes a version or a draft with its accompanying files. */
export function removeDatabase(path: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal', UNSORTED_SUFFIX, CHECKSUM_SUFFIX]) {
    rmSync(path + suffix, { force: true });
  }
}
