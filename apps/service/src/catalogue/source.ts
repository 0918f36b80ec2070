import { stat } from 'node:fs/promises';
import type { DataFolder } from '../data-folder.ts';
import type { CatalogueSource } from './catalogue.ts';
import { CatalogueError, unreadable } from './catalogue-error.ts';
import { catalogueFile } from './catalogue-file.ts';
import { emptyCatalogue } from './empty-catalogue.ts';
import { Lease } from './lease.ts';
import { openCatalogue } from './sqlite-catalogue.ts';
import { currentVersion } from './switch.ts';
import { nextWithoutCurrent } from './without-current.ts';

/** Milliseconds between two looks at the data folder. */
const POLL = 500;

/**
 * The catalogue that `catalogue/current` names, followed while the service runs; also a file that was damaged or mended
 * in its place is noticed. In a folder without any, every answer is that nothing is known. What cannot be opened does not
 * fail here but in every `use`, until it is mended.
 */
export async function openCatalogueSource(folder: DataFolder): Promise<CatalogueSource> {
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
    const found = await identify(folder);
    if (found.identity === identity) return;
    identity = found.identity;
    replace(found.open());
  };

  await look();
  let looking: Promise<void> | undefined;
  const timer = setInterval(() => {
    looking ??= look().finally(() => {
      looking = undefined;
    });
  }, POLL).unref();

  return {
    use: (answer) => (current instanceof Error ? Promise.reject(current) : current.run(answer)),
    async close() {
      clearInterval(timer);
      await looking;
      replace(new Error('the catalogue is closed'));
      await Promise.all(retired);
    },
  };
}

/** What the folder says, with a text that changes whenever something else is to be opened. */
interface Found {
  identity: string;
  open(): Lease | Error;
}

async function identify(folder: DataFolder): Promise<Found> {
  let path = folder.current;
  try {
    const version = await currentVersion(folder);
    if (version === undefined) {
      // That nothing is known would be a false answer where a catalogue lies, and a charged one.
      const next = nextWithoutCurrent(folder);
      if (next !== undefined) throw new CatalogueError(path, 'missing, so no catalogue answers', { next });
      return { identity: 'none', open: () => new Lease(emptyCatalogue) };
    }
    path = catalogueFile(folder, version);
    const { ino, size, mtimeNs } = await stat(path, { bigint: true });
    return { identity: `${path} ${ino} ${size} ${mtimeNs}`, open: () => openLease(path, version) };
  } catch (error) {
    return { identity: `${path} ${error}`, open: () => unreadable(path, error) };
  }
}

function openLease(path: string, version: string): Lease | Error {
  try {
    return new Lease(openCatalogue(path, version));
  } catch (error) {
    return unreadable(path, error);
  }
}
