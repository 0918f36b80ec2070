import { stat } from 'node:fs/promises';
import type { CatalogueSource } from '../../catalogue.ts';
import { CatalogueError } from '../../storage-error.ts';
import type { DataDirectory } from '../data-directory.ts';
import { catalogueError } from '../database/storage-errors.ts';
import { catalogueFile, nextWithoutCurrent } from './catalogue-files.ts';
import { currentVersion } from './current-version.ts';
import { emptyCatalogue } from './empty-catalogue.ts';
import { Lease } from './lease.ts';
import { openCatalogue } from './open-catalogue.ts';

/** Milliseconds between two looks at the data directory. */
const INTERVAL = 500;

/**
 * Follows the catalogue that `catalogue/current` names while the service runs; it also notices a file that was damaged
 * or repaired in place. In a directory without any catalogue nothing is found. A catalogue that cannot be opened does
 * not fail here but in every `use`, until it is repaired.
 */
export async function openCatalogueSource(directory: DataDirectory): Promise<CatalogueSource> {
  let identity = '';
  let current: Lease | Error = new Lease(emptyCatalogue);
  const retired = new Set<Promise<void>>();

  const replace = (next: Lease | Error): void => {
    const old = current;
    current = next;
    if (old instanceof Error) return;
    const closed = old.retire();
    retired.add(closed);
    closed.then(() => retired.delete(closed));
  };

  const look = async (): Promise<void> => {
    const found = await identify(directory);
    if (found.identity === identity) return;
    identity = found.identity;
    replace(found.open());
  };

  let looking: Promise<void> | undefined;
  const lookOnce = (): Promise<void> => {
    looking ??= look().finally(() => {
      looking = undefined;
    });
    return looking;
  };
  await lookOnce();
  const timer = setInterval(lookOnce, INTERVAL).unref();

  return {
    use: (work) => (current instanceof Error ? Promise.reject(current) : current.run(work)),
    async refresh() {
      await looking;
      await lookOnce();
    },
    async close() {
      clearInterval(timer);
      await looking;
      replace(new Error('the catalogue is closed'));
      await Promise.all(retired);
    },
  };
}

/** The catalogue to open, with a text that changes whenever another one has to be opened. */
interface Identified {
  identity: string;
  open(): Lease | Error;
}

async function identify(directory: DataDirectory): Promise<Identified> {
  let path = directory.current;
  try {
    const version = await currentVersion(directory);
    if (version === undefined) {
      // "Not found" would be a wrong reply, and a charged one, if there is a catalogue.
      const next = nextWithoutCurrent(directory);
      if (next !== undefined) throw new CatalogueError(path, 'missing, so no catalogue is current', { next });
      return { identity: 'none', open: () => new Lease(emptyCatalogue) };
    }
    path = catalogueFile(directory, version);
    const { ino, size, mtimeNs } = await stat(path, { bigint: true });
    return { identity: `${path} ${ino} ${size} ${mtimeNs}`, open: () => openLease(path, version) };
  } catch (error) {
    return { identity: `${path} ${error}`, open: () => catalogueError(path, error) };
  }
}

function openLease(path: string, version: string): Lease | Error {
  try {
    return new Lease(openCatalogue(path, version));
  } catch (error) {
    return catalogueError(path, error);
  }
}
