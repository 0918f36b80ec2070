import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { CatalogueError } from '../catalogue.ts';
import type { CatalogueFile } from '../catalogue-store.ts';
import { openCatalogue } from '../files/open-catalogue.ts';
import { publishedFile } from './shared-place.ts';

/** The versions that this machine has fetched: files whose size and SHA-256 were right. */
export interface FetchedVersions {
  list(): string[];
  pathOf(version: string): string;
  /** Fetches a version unless it is here. @throws UserError, CatalogueError if it is not what was published */
  fetch(published: CatalogueFile, signal?: AbortSignal): Promise<void>;
  /** Removes all others; responses that read one end first, where the system keeps open files. */
  keep(versions: readonly (string | undefined)[]): Promise<void>;
}

const SUFFIX = '.catalogue';
const PARTIAL = /\.catalogue\.(?<pid>\d+)(?:-\d+)?\.partial$/;

/**
 * @param directory made if it is missing, for its owner alone
 * @param place the directory of published versions
 */
export function fetchedVersions(directory: string, place: string): FetchedVersions {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  removeLeftOvers(directory);
  let fetches = 0;
  const pathOf = (version: string) => join(directory, `${version}${SUFFIX}`);
  const list = () =>
    readdirSync(directory)
      .filter((name) => name.endsWith(SUFFIX))
      .map((name) => basename(name, SUFFIX));
  return {
    list,
    pathOf,
    async fetch(published, signal) {
      const { version, bytes, sha256 } = published;
      const path = pathOf(version);
      if (existsSync(path)) return;
      // One that was given up may still hang in a read, and removes its own file alone.
      const partial = `${path}.${process.pid}-${++fetches}.partial`;
      try {
        const hash = createHash('sha256');
        let received = 0;
        const source = createReadStream(publishedFile(place, published));
        const measured = async function* (chunks: AsyncIterable<Buffer>) {
          for await (const chunk of chunks) {
            hash.update(chunk);
            received += chunk.length;
            // A file that never ends must not fill the disk.
            if (received > bytes) break;
            yield chunk;
          }
        };
        await pipeline(source, measured, createWriteStream(partial, { mode: 0o600, flush: true }), { signal });
        const got = hash.digest('hex');
        if (received !== bytes || got !== sha256) {
          throw new CatalogueError(
            `${place} ${version}`,
            `expected ${bytes} bytes with SHA-256 ${sha256}, got ${received} with ${got}`,
            { next: `The file was changed or cut after it was published: import it again and publish that version` },
          );
        }
        await openCatalogue(partial, version).close();
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

/** Removes what processes that were killed during a fetch have left: gigabytes each time, otherwise. */
function removeLeftOvers(directory: string): void {
  for (const name of readdirSync(directory)) {
    const pid = Number(PARTIAL.exec(name)?.groups?.pid ?? Number.NaN);
    // This process has fetched nothing yet: a file with its id is of an earlier one, such as process 1 of a container.
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
