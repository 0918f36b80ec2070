import { randomUUID } from 'node:crypto';
import { explain } from '@vehicle-lookup/command-line';
import type { VersionFinder } from '../../catalogue.ts';
import type { CatalogueFile } from '../../data-store.ts';
import { CatalogueError } from '../../storage-error.ts';
import type { FetchedVersions } from './fetched-versions.ts';
import type { SharedVersions } from './shared-versions.ts';

/** Served for this long without a word from the database; less than the time after which the others no longer wait. */
const STALE_MS = 1_500;

/**
 * Finds the version that all instances serve. Each look reports what this instance has, so that a switch waits for it, and
 * fetches in the background what it has not.
 */
export function followSharedVersion(shared: SharedVersions, fetched: FetchedVersions): VersionFinder {
  const id = `${process.pid}-${randomUUID()}`;
  let fetching: Promise<void> | undefined;
  /** Of the last fetch, with its version; it says nothing about another version. */
  let failure: string | undefined;
  let failedVersion: string | undefined;
  let inUse: string | undefined;
  let isFirst = true;

  function fetch(published: CatalogueFile): Promise<void> {
    fetching ??= fetched
      .fetch(published)
      .then(
        () => {
          failure = undefined;
        },
        (error: unknown) => {
          failedVersion = published.version;
          failure = `${failedVersion}: ${explain(error)}`;
          throw error;
        },
      )
      .finally(() => {
        fetching = undefined;
      });
    return fetching;
  }

  return {
    staleMs: STALE_MS,
    async find() {
      let state = await shared.report({ id, versions: fetched.list(), inUse, failure });
      const { current, wanted } = state;
      // Before the first request there is time; later, nothing waits for a fetch.
      if (isFirst && current) {
        await fetch(current);
        state = await shared.report({ id, versions: fetched.list(), inUse, failure });
      }
      isFirst = false;
      if (failedVersion !== wanted?.version && failedVersion !== current?.version) failure = undefined;
      const has = (one: CatalogueFile | undefined) => one === undefined || fetched.list().includes(one.version);
      if (!has(wanted)) fetch(wanted as CatalogueFile).catch(() => undefined);
      if (current === undefined) return undefined;
      if (!has(current)) {
        fetch(current).catch(() => undefined);
        throw new CatalogueError(current.version, failure ?? 'this version is being fetched', {
          next: 'Wait until it is here',
        });
      }
      if (inUse !== current.version) {
        inUse = current.version;
        await shared.report({ id, versions: fetched.list(), inUse, failure });
        await fetched.keep([current.version, wanted?.version, state.previous]);
      }
      return { version: current.version, path: fetched.pathOf(current.version) };
    },
    close: () => shared.leave(id),
  };
}
