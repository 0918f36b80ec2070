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

/** Milliseconds between two checks for a new version. */
const INTERVAL = 500;
const NO_CATALOGUE = 'no catalogue is current';
/** Next step if instances share versions. */
const SHARE = 'Run `catalogue publish`, then `catalogue switch VERSION`';
const STALE = 'the current version is unknown. Try again';

/** A source of the current version, from the data directory or from shared versions. */
export interface VersionFinder {
  /** Returns the current version and its file; undefined if no shared version is current yet. @throws if the version is unknown */
  find(): Promise<{ version: string; path: string } | undefined>;
  /** Milliseconds for which a result from `find` is valid; afterwards, a request waits for the next result. */
  staleMs: number;
  close(): Promise<void>;
}

export interface FollowedCatalogue extends CatalogueSource {
  /** Checks for a new version now, instead of at the next interval. */
  refresh(): Promise<void>;
}

/**
 * Follows the current catalogue while the service runs, and detects a file that was damaged or repaired in place. If the next
 * catalogue cannot be opened, the last catalogue stays open while it can be read, and the switch is tried again at every
 * interval. Every `use` fails while no catalogue can be read.
 */
export async function openCatalogueSource(
  directory: DataDirectory,
  { onSwitch, onFailure, withoutDemonstration = false }: CatalogueEvents = {},
  finder: VersionFinder = localFinder(directory),
): Promise<FollowedCatalogue> {
  /** Identity of the current file; if the identity changes, the file must be opened again. */
  let identity: string | undefined;
  let current: Lease | Error = new CatalogueError(directory.current, NO_CATALOGUE, { next: SHARE });
  /** Latest failure, which is reported only once. */
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

  /** Opens the current catalogue; returns undefined if it has not changed. */
  const openNext = async (): Promise<Catalogue | undefined> => {
    const found = await finder.find();
    if (!found) return undefined;
    const { version, path } = found;
    if (withoutDemonstration && isDemonstration(version)) {
      const what = `the demonstration catalogue ${version} is current, but its vehicles are invented`;
      const next = 'Run `import FILE` or `catalogue switch VERSION`, or start with --demo';
      throw new CatalogueError(directory.current, what, { next });
    }
    try {
      const { ino, size, mtimeNs } = await stat(path, { bigint: true });
      const latest = `${path} ${ino} ${size} ${mtimeNs}`;
      if (latest === identity) return undefined;
      const catalogue = openCatalogue(path, version);
      identity = latest;
      return catalogue;
    } catch (error) {
      throw catalogueError(path, error);
    }
  };

  const look = async (): Promise<void> => {
    try {
      const next = await openNext();
      failure = undefined;
      foundAt = performance.now();
      if (!next) return;
      replace(new Lease(next));
      onSwitch?.(next.version);
    } catch (error) {
      const reason = error instanceof UserError ? error : catalogueError(directory.current, error);
      if (current instanceof Error || !(await current.isReadable())) {
        replace(reason);
        // The file may become readable again with the same identity.
        identity = undefined;
      }
      if (reason.message !== failure?.message) onFailure?.(reason);
      failure = reason;
    }
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
      if (isStale()) {
        await lookOnce();
        if (isStale()) throw failure ?? new StorageError('unavailable', directory.current, STALE, undefined);
      }
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

/** Returns a finder that reads `catalogue/current`. */
const localFinder = (directory: DataDirectory): VersionFinder => ({
  async find() {
    const version = await currentVersion(directory);
    if (version !== undefined) return { version, path: catalogueFile(directory, version) };
    // A 404 would be incorrect, because the vehicle may exist.
    throw new CatalogueError(directory.current, NO_CATALOGUE, { next: nextWithoutCurrent(directory) });
  },
  staleMs: Number.POSITIVE_INFINITY,
  close: async () => undefined,
});

const ANY_VEHICLE = 1;

/** An open catalogue that counts its running work. A retired catalogue is closed when its last work has ended. */
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

  /** Returns false if the file was damaged in place. */
  isReadable(): Promise<boolean> {
    return this.run((catalogue) => catalogue.vehicle(ANY_VEHICLE)).then(
      () => true,
      () => false,
    );
  }

  /** Closes the catalogue after its running work. No work may begin afterwards. */
  async retire(): Promise<void> {
    if (this.#running > 0) {
      await new Promise<void>((resolve) => {
        this.#onIdle = resolve;
      });
    }
    await this.#catalogue.close();
  }
}
