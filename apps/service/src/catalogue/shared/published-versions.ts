import { createReadStream, createWriteStream, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { UserError } from '@vehicle-lookup/toolkit/command-line';
import { CatalogueError } from '../catalogue.ts';
import type { CatalogueFile } from '../catalogue-store.ts';
import { measure } from '../files/catalogue-checksum.ts';
import { openCatalogue } from '../files/open-catalogue.ts';

const SUFFIX = '.catalogue';

/** Returns the path of a version in a directory of published or fetched versions. */
const fileIn = (directory: string, version: string): string => join(directory, `${version}${SUFFIX}`);

/**
 * Copies a version into the directory of published versions, with its size and SHA-256 in a separate file.
 * @param place the directory
 */
export async function publish(place: string, file: string, published: CatalogueFile): Promise<void> {
  await mkdir(place, { recursive: true });
  const target = fileIn(place, published.version);
  const partial = `${target}.${process.pid}.partial`;
  try {
    await pipeline(createReadStream(file), createWriteStream(partial, { flush: true }));
    await rename(partial, target);
    await writeFile(join(place, `${published.version}.json`), `${JSON.stringify(published)}\n`);
  } finally {
    await rm(partial, { force: true });
  }
}

/** Returns the file of a published version. @throws UserError if it is missing, or its size differs from the published size */
export function publishedFile(place: string, { version, bytes }: CatalogueFile): string {
  const file = fileIn(place, version);
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats?.isFile() && stats.size !== bytes) {
    throw new UserError(
      `${file}: expected ${bytes} bytes, got ${stats.size}. The file was changed or truncated after it was published, or is still being ` +
        'copied. Wait for the copy, or import the data again and publish the new version',
    );
  }
  if (stats) return file;
  throw new UserError(
    `${file}: this version is missing. Check VEHICLE_LOOKUP_SERVICE_CATALOGUES, or run: catalogue publish ${version}`,
  );
}

/** The versions that this machine has fetched, with verified size and SHA-256. */
export interface FetchedVersions {
  list(): string[];
  pathOf(version: string): string;
  /** Fetches a missing version. @throws UserError, CatalogueError if the file differs from the published file */
  fetch(published: CatalogueFile, signal?: AbortSignal): Promise<void>;
  /** Removes all other versions. Pending responses can still read a removed file on systems that keep open files. */
  keep(versions: readonly (string | undefined)[]): Promise<void>;
}

/**
 * @param directory directory of fetched versions; created if missing, readable only by its owner
 * @param place directory of published versions
 */
export function fetchedVersions(directory: string, place: string): FetchedVersions {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  removeLeftOvers(directory);
  let fetches = 0;
  const pathOf = (version: string) => fileIn(directory, version);
  const list = () =>
    readdirSync(directory)
      .filter((name) => name.endsWith(SUFFIX))
      .map((name) => basename(name, SUFFIX));
  return {
    list,
    pathOf,
    async fetch(published, signal) {
      const path = pathOf(published.version);
      if (existsSync(path)) return;
      // An abandoned fetch may still hang in a read. Each fetch removes only its own file.
      const partial = `${path}.${process.pid}-${++fetches}.partial`;
      try {
        await copyChecked(publishedFile(place, published), partial, published, signal);
        await openCatalogue(partial, published.version).close();
        await rename(partial, path);
      } finally {
        await rm(partial, { force: true });
      }
    },
    async keep(versions) {
      for (const version of list()) if (!versions.includes(version)) await rm(pathOf(version), { force: true });
    },
  };
}

/** Copies a published file. @throws CatalogueError if the size or SHA-256 of the copy differs from the published values */
async function copyChecked(
  source: string,
  copy: string,
  { bytes, sha256 }: CatalogueFile,
  signal: AbortSignal | undefined,
): Promise<void> {
  // An endless file must not fill the disk, so the copy stops one byte after the expected size.
  const target = createWriteStream(copy, { mode: 0o600, flush: true });
  await pipeline(createReadStream(source, { end: bytes }), target, { signal });
  const got = await measure(copy);
  if (got.bytes === bytes && got.sha256 === sha256) return;
  throw new CatalogueError(
    source,
    `expected ${bytes} bytes with SHA-256 ${sha256}, got ${got.bytes} with ${got.sha256}`,
    {
      next: 'The file was changed or truncated after it was published. Import the data again and publish the new version',
    },
  );
}

const PARTIAL = /\.catalogue\.(?<pid>\d+)(?:-\d+)?\.partial$/;

/** Removes the partial files, possibly of several gigabytes, that processes left when they were killed during a fetch. */
function removeLeftOvers(directory: string): void {
  for (const name of readdirSync(directory)) {
    const pid = Number(PARTIAL.exec(name)?.groups?.pid ?? Number.NaN);
    // A file with the ID of this process belongs to an earlier process, such as process 1 of a container.
    if (pid === process.pid || (pid > 0 && !isAlive(pid))) rmSync(join(directory, name), { force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
