import { randomUUID } from 'node:crypto';
import { explain } from '@vehicle-lookup/command-line';
import { CatalogueError } from '../catalogue-error.ts';
import type { CatalogueFile } from '../catalogue-store.ts';
import type { VersionFinder } from '../files/catalogue-source.ts';
import type { FetchedVersions } from './fetched-versions.ts';
import type { SharedVersions } from './shared-versions.ts';

/** How long a version is served after the last reply of the database: less than LIVE_MS, after which nobody waits for us. */
const STALE_MS = 1_500;

/**
 * Finds the version that all instances serve. Each look reports what this instance has, so that a switch waits for it, and
 * fetches in the background what it has not.
 */
export function followSharedVersion(shared: SharedVersions, fetched: FetchedVersions): VersionFinder {
  const id = `${process.pid}-${randomUUID()}`;
  let fetching: Promise<void> | undefined;
  /** The last fetch, if it failed. Other versions may be fine. */
  let failed: { version: string; why: string } | undefined;
  let inUse: string | undefined;
  let isFirst = true;

  function fetch(published: CatalogueFile): Promise<void> {
    fetching ??= fetched
      .fetch(published)
      .then(
        () => {
          failed = undefined;
        },
        (error: unknown) => {
          failed = { version: published.version, why: explain(error) };
          throw error;
        },
      )
      .finally(() => {
        fetching = undefined;
      });
    return fetching;
  }

  const report = () =>
    shared.report({
      id,
      versions: fetched.list(),
      inUse,
      failure: failed && `${failed.version}: ${failed.why}`,
    });

  return {
    staleMs: STALE_MS,
    async find() {
      let state = await report();
      const { current, wanted } = state;
      // Before the first request there is time; later, nothing waits for a fetch.
      if (isFirst && current) {
        await fetch(current);
        state = await report();
      }
      isFirst = false;
      // That switch was given up: its failure must not end the next one.
      if (failed && ![wanted?.version, current?.version].includes(failed.version)) {
        failed = undefined;
        await report();
      }
      const has = (one: CatalogueFile | undefined) => one === undefined || fetched.list().includes(one.version);
      if (!has(wanted)) fetch(wanted as CatalogueFile).catch(() => undefined);
      if (current === undefined) return undefined;
      if (!has(current)) {
        fetch(current).catch(() => undefined);
        const why = failed?.version === current.version ? failed.why : 'this version is being fetched';
        throw new CatalogueError(current.version, why, { next: 'Wait until it is here' });
      }
      if (inUse !== current.version) {
        inUse = current.version;
        await report();
        await fetched.keep([current.version, wanted?.version, state.previous]);
      }
      return { version: current.version, path: fetched.pathOf(current.version) };
    },
    close: () => shared.leave(id),
  };
}
