import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { UserError } from '@vehicle-lookup/toolkit/command-line';
import type { DataDirectory } from '../../data-directory/data-directory.ts';
import { openDatabase } from '../../database/postgres/database.ts';
import type { CatalogueStore } from '../catalogue-store.ts';
import { measure, recordedChecksum } from '../files/catalogue-checksum.ts';
import { openCatalogueSource } from '../files/catalogue-source.ts';
import { currentVersion, versionFile } from '../files/current-version.ts';
import { catalogueBackupOf } from '../files/file-catalogues.ts';
import { followSharedVersion } from './followed-version.ts';
import { fetchedVersions, publish, publishedFile } from './published-versions.ts';
import { createSharedVersions, type SharedVersions } from './shared-versions.ts';

/** Signals that end a command. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Milliseconds between two checks of the instances' versions. */
const PAUSE_MS = 100;
/** Maximum time in milliseconds that a switch waits for instances if no failure occurs; a fetch of many gigabytes takes minutes. */
const LONGEST_MS = 30 * 60_000;

/**
 * Returns the catalogue store that all instances share: versions are published in one directory, and PostgreSQL stores the name
 * of the current version. Imports, drafts and the versions that this machine fetches are in the data directory.
 * @param url URL of the database
 * @param place directory of published versions
 */
export function createSharedCatalogues(
  files: CatalogueStore,
  { url, place, directory }: { url: string; place: string; directory: DataDirectory },
): CatalogueStore {
  async function withShared<T>(work: (shared: SharedVersions) => Promise<T>): Promise<T> {
    await using database = openDatabase(url, { patient: true });
    return await work(createSharedVersions(database));
  }

  return {
    ...files,
    currentVersion: () => withShared(async (shared) => (await shared.state()).current?.version),
    async openSource(events) {
      const database = openDatabase(url);
      const versions = fetchedVersions(directory.fetched, place);
      const finder = followSharedVersion(createSharedVersions(database), versions, events);
      const close = async () => {
        await finder.close().catch(() => undefined);
        await database[Symbol.asyncDispose]();
      };
      return openCatalogueSource(directory, events, { ...finder, close });
    },
    versions: () =>
      withShared(async (shared) => {
        await shared.settle();
        const { current, previous, wanted } = await shared.state();
        const published = await shared.published();
        return published.map(({ version, bytes }) => ({
          version,
          bytes,
          current: version === current?.version,
          previous: version === previous,
          pending: version === wanted?.version,
        }));
      }),
    previousVersion: () => withShared(async (shared) => (await shared.state()).previous),
    switchTo: (version) => withShared((shared) => switchShared(shared, place, version)),
    async backupFiles(scratch) {
      const { current } = await withShared((shared) => shared.state());
      if (!current) return { catalogue: undefined, files: [] };
      const versions = fetchedVersions(join(scratch, 'fetched'), place);
      await versions.fetch(current);
      return catalogueBackupOf(current.version, versions.pathOf(current.version), current.sha256);
    },
    async publish(given) {
      const version = given ?? (await currentVersion(directory));
      if (version === undefined) throw new UserError('There is no version to publish. Run: import FILE');
      const file = versionFile(directory, version);
      const published = { version, ...(await measure(file)) };
      const imported = await recordedChecksum(file);
      if (imported !== undefined && imported !== published.sha256) {
        throw new UserError(`${file} was changed after its import. Import the data again and publish the new version`);
      }
      return withShared(async (shared) => {
        const earlier = (await shared.published()).find((one) => one.version === version);
        if (earlier && earlier.sha256 !== published.sha256) {
          throw new UserError(
            `${version}: this version is already published with different content. Import the data again under a new version`,
          );
        }
        await publish(place, file, published);
        await shared.record(published);
        return { ...published, place };
      });
    },
  };
}

/**
 * Switches all instances to a version. Resolves when every live instance serves the version; once the version is current, a
 * signal also ends the wait. An earlier signal abandons the switch, and the switch expires if this process is killed. Any
 * pending switch is replaced, even if the version is already current and remains current.
 * @throws UserError if the switch is abandoned; the previous version remains current
 */
async function switchShared(shared: SharedVersions, place: string, version: string): Promise<void> {
  const published = await shared.published();
  const file = published.find((one) => one.version === version);
  if (!file) {
    const list = published.map((one) => one.version).join(', ') || 'none';
    throw new UserError(`${version}: not published (published versions: ${list}). Run: catalogue publish ${version}`);
  }
  publishedFile(place, file);
  if ((await shared.state()).current?.version === version) return shared.giveUp();
  const by = `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`;
  const givenUp = (why: string) => new UserError(`${version}: the switch was abandoned: ${why}`);
  let isInterrupted = false;
  const interrupt = () => {
    isInterrupted = true;
  };
  for (const signal of SIGNALS) process.once(signal, interrupt);
  try {
    await shared.ask(version, by);
    const end = performance.now() + LONGEST_MS;
    for (;;) {
      await shared.renew(by);
      await shared.settle();
      const { current, askedBy } = await shared.state();
      const live = await shared.live();
      const isOver = isInterrupted || performance.now() > end;
      if (current?.version === version) {
        // The switch can no longer be abandoned, only the wait for the instances.
        if (isOver || live.every(({ inUse }) => inUse === version)) return;
      } else {
        const failed = live.find(({ failedFor }) => failedFor === by);
        if (askedBy === undefined) throw givenUp('another command has ended the switch, or the switch has expired');
        if (askedBy !== by) throw givenUp('another command has requested a different version');
        if (isInterrupted) throw givenUp('it was interrupted');
        if (failed) throw givenUp(`instance ${failed.id} reports: ${failed.failure}`);
        if (isOver) throw givenUp('not all instances have the version after 30 minutes');
      }
      await wait(PAUSE_MS);
    }
  } finally {
    for (const signal of SIGNALS) process.off(signal, interrupt);
    await shared.giveUp(by);
  }
}
