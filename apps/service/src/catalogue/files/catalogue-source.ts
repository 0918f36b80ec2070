import { stat } from 'node:fs/promises';
import { UserError } from '@vehicle-lookup/toolkit/command-line';
import type { DataDirectory } from '../../data-directory/data-directory.ts';
import { StorageError } from '../../database/storage-error.ts';
import {
  type Catalogue,
  CatalogueError,
  type CatalogueEvents,
  type CatalogueSource,
  catalogueError,
} from '../catalogue.ts';
import { isDemonstration } from '../version-name.ts';
import { catalogueFile, nextWithoutCurrent } from './catalogue-files.ts';
import { currentVersion } from './current-version.ts';
import { openCatalogue } from './open-catalogue.ts';

/** Milliseconds between two looks for a new version. */
const INTERVAL = 500;
const NO_CATALOGUE = 'no catalogue is current';
/** The next step where instances share versions. */
const SHARE = 'Run `catalogue publish`, then `catalogue switch VERSION`';
const STALE = 'which version is current is not known. Try again';

/** Says which version is current: that of the data directory, or one that several instances share. */
export interface VersionFinder {
  /** The current version and its file; undefined: instances share none yet. @throws if that cannot be found out */
  find(): Promise<{ version: string; path: string } | undefined>;
  /** Milliseconds for which an earlier response of `find` holds; after that a request waits for the next one. */
  staleMs: number;
  close(): Promise<void>;
}

export interface FollowedCatalogue extends CatalogueSource {
  /** Looks for a new version now, instead of at the next interval. */
  refresh(): Promise<void>;
}

/**
 * Follows the catalogue that `catalogue/current` names while the service runs; it also notices a file that was damaged
 * or repaired in place. If the next catalogue cannot be opened, the last one stays open as long as it can be read, and the
 * switch is tried again at every interval. Without a readable catalogue every `use` fails, until there is one.
 */
export async function openCatalogueSource(
  directory: DataDirectory,
  { onSwitch, onFailure, withoutDemonstration = false }: CatalogueEvents = {},
  finder: VersionFinder = localFinder(directory),
): Promise<FollowedCatalogue> {
  let identity: string | undefined;
  let current: Lease | Error = new CatalogueError(directory.current, NO_CATALOGUE, { next: SHARE });
  /** The latest failure, which is reported once. */
  let failure: UserError | undefined;
  let foundAt = Number.NEGATIVE_INFINITY;
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
    const next = await findCurrent(finder, directory.current, identity, withoutDemonstration);
    if (next instanceof Error) {
      if (!(await isReadable(current))) {
        replace(next);
        // The same file may become readable again.
        identity = undefined;
      }
      if (next.message !== failure?.message) onFailure?.(next);
      failure = next;
      return;
    }
    failure = undefined;
    foundAt = performance.now();
    if (!next) return;
    identity = next.identity;
    replace(new Lease(next.catalogue));
    onSwitch?.(next.catalogue.version);
  };

  let looking: Promise<void> | undefined;
  const lookOnce = (): Promise<void> => {
    looking ??= look().finally(() => {
      looking = undefined;
    });
    return looking;
  };
  const isStale = (): boolean => performance.now() - foundAt > finder.staleMs;
  await lookOnce();
  if (failure !== undefined && finder.staleMs < Number.POSITIVE_INFINITY) {
    await finder.close();
    throw current instanceof Error ? current : failure;
  }
  const timer = setInterval(lookOnce, INTERVAL).unref();

  return {
    async use(work) {
      if (isStale()) await lookOnce();
      if (isStale()) throw failure ?? new StorageError('unavailable', directory.current, STALE, undefined);
      return current instanceof Error ? Promise.reject(current) : current.run(work);
    },
    async refresh() {
      await looking;
      await lookOnce();
    },
    async close() {
      clearInterval(timer);
      await looking;
      replace(new Error('the catalogue is closed'));
      await Promise.all(retired);
      await finder.close();
    },
  };
}

/** An open catalogue, with a string that changes whenever another one has to be opened. */
interface Found {
  identity: string;
  catalogue: Catalogue;
}

/** Follows `catalogue/current`. */
const localFinder = (directory: DataDirectory): VersionFinder => ({
  async find() {
    const version = await currentVersion(directory);
    if (version !== undefined) return { version, path: catalogueFile(directory, version) };
    // "Not found" would be a wrong response, which the customer pays.
    throw new CatalogueError(directory.current, NO_CATALOGUE, { next: nextWithoutCurrent(directory) });
  },
  staleMs: Number.POSITIVE_INFINITY,
  close: async () => undefined,
});

/**
 * Opens the current catalogue unless it is the one with the known identity.
 * @param place for messages, if no file is known
 * @returns undefined if nothing has changed
 */
async function findCurrent(
  finder: VersionFinder,
  place: string,
  known: string | undefined,
  withoutDemonstration: boolean,
): Promise<Found | UserError | undefined> {
  let path = place;
  try {
    const found = await finder.find();
    if (!found) return undefined;
    if (withoutDemonstration && isDemonstration(found.version)) {
      return new CatalogueError(place, `the demonstration ${found.version} is current, and its vehicles are invented`, {
        next: 'Run `import FILE` or `catalogue switch VERSION`, or start with --demo',
      });
    }
    path = found.path;
    const { ino, size, mtimeNs } = await stat(path, { bigint: true });
    const identity = `${path} ${ino} ${size} ${mtimeNs}`;
    return identity === known ? undefined : { identity, catalogue: openCatalogue(path, found.version) };
  } catch (error) {
    // What fails to say which version is current names itself; a file that cannot be read is a catalogue's fault.
    return error instanceof UserError && (path === place || !(error instanceof StorageError))
      ? error
      : catalogueError(path, error);
  }
}

const ANY_VEHICLE = 1;

/** False for a file that was damaged in place, and if there was no catalogue before. */
const isReadable = async (lease: Lease | Error): Promise<boolean> =>
  !(lease instanceof Error) &&
  lease
    .run(async (catalogue) => {
      await catalogue.vehicle(ANY_VEHICLE);
      return true;
    })
    .catch(() => false);

/** An open catalogue and the work that reads it. Once retired, it is closed when the last work has ended. */
class Lease {
  readonly #catalogue: Catalogue;
  #running = 0;
  #onIdle: (() => void) | undefined;

  constructor(catalogue: Catalogue) {
    this.#catalogue = catalogue;
  }

  async run<T>(work: (catalogue: Catalogue) => Promise<T>): Promise<T> {
    this.#running++;
    try {
      return await work(this.#catalogue);
    } finally {
      this.#running--;
      if (this.#running === 0) this.#onIdle?.();
    }
  }

  /** No work may begin afterwards. Resolves when the catalogue is closed. */
  async retire(): Promise<void> {
    if (this.#running > 0) {
      await new Promise<void>((resolve) => {
        this.#onIdle = resolve;
      });
    }
    await this.#catalogue.close();
  }
}
