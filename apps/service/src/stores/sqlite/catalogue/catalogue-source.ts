import { stat } from 'node:fs/promises';
import type { Catalogue, CatalogueEvents, CatalogueSource } from '../../catalogue.ts';
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
 * or repaired in place. In a directory without any catalogue nothing is found. If the next catalogue cannot be opened, the
 * last one stays open as long as it can be read, and the switch is tried again at every interval. Without a readable
 * catalogue every `use` fails, until it is repaired.
 */
export async function openCatalogueSource(
  directory: DataDirectory,
  { onSwitch, onFailure }: CatalogueEvents = {},
): Promise<CatalogueSource> {
  let identity = '';
  let current: Lease | Error = new Lease(emptyCatalogue);
  /** The latest failure, which is reported once. */
  let failure: string | undefined;
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
    const next = await findCurrent(directory, identity);
    if (next instanceof Error) {
      if (!(await isReadable(current))) replace(next);
      if (next.message !== failure) onFailure?.(next);
      failure = next.message;
      return;
    }
    failure = undefined;
    if (next.identity === identity) return;
    identity = next.identity;
    const { version } = next.catalogue;
    replace(new Lease(next.catalogue));
    if (version !== undefined) onSwitch?.(version);
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

/** A catalogue, with a text that changes whenever another one has to be opened. */
interface Found {
  identity: string;
  /** Open; emptyCatalogue if the identity has not changed. */
  catalogue: Catalogue;
}

/** Opens the current catalogue unless it is the one with the known identity. */
async function findCurrent(directory: DataDirectory, known: string): Promise<Found | CatalogueError> {
  let path = directory.current;
  try {
    const version = await currentVersion(directory);
    if (version === undefined) {
      // "Not found" would be a wrong reply, and a charged one, if there is a catalogue.
      const next = nextWithoutCurrent(directory);
      if (next !== undefined) throw new CatalogueError(path, 'missing, so no catalogue is current', { next });
      return { identity: 'none', catalogue: emptyCatalogue };
    }
    path = catalogueFile(directory, version);
    const { ino, size, mtimeNs } = await stat(path, { bigint: true });
    const identity = `${path} ${ino} ${size} ${mtimeNs}`;
    return { identity, catalogue: identity === known ? emptyCatalogue : openCatalogue(path, version) };
  } catch (error) {
    return catalogueError(path, error);
  }
}

const ANY_VEHICLE = 1;

/** False for a file that was damaged in place, and if there never was a catalogue. */
const isReadable = async (lease: Lease | Error): Promise<boolean> =>
  !(lease instanceof Error) &&
  lease
    .run(async (catalogue) => {
      await catalogue.vehicle(ANY_VEHICLE);
      return catalogue.version !== undefined;
    })
    .catch(() => false);
