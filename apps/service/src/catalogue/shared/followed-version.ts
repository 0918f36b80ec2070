import { randomUUID } from 'node:crypto';
import { explain } from '@vehicle-lookup/toolkit/command-line';
import { CatalogueError, type CatalogueEvents } from '../catalogue.ts';
import type { CatalogueFile } from '../catalogue-store.ts';
import type { VersionFinder } from '../files/catalogue-source.ts';
import type { FetchedVersions } from './published-versions.ts';
import type { SharedVersions } from './shared-versions.ts';

/** How long a version is served after the last response of the database: less than LIVE_MS, after which no instance waits. */
const STALE_MS = 1_500;
/** Milliseconds: the pause after the first failure to fetch a version, and the longest. */
const [FIRST_PAUSE, LONGEST_PAUSE] = [1_000, 60_000];

/** The requester of a version that is current: no command requests it any longer. */
const NOBODY = 'current';

interface Fetch {
  version: string;
  askedBy: string;
  ended: Promise<void>;
  abort(): void;
}

/** The latest fetches of a version that one command asked for, if they failed. */
interface Failure {
  version: string;
  askedBy: string;
  why: string;
  times: number;
  until: number;
}

/**
 * Finds the version that all instances serve. Each look reports what this instance has, so that a switch waits for it, and
 * fetches in the background what it has not.
 */
export function followSharedVersion(
  shared: SharedVersions,
  fetched: FetchedVersions,
  { onFetchFailure, onPending }: CatalogueEvents = {},
): VersionFinder {
  const id = `${process.pid}-${randomUUID()}`;
  let fetching: Fetch | undefined;
  let failed: Failure | undefined;
  let inUse: string | undefined;
  let pending: string | undefined;
  let isFirst = true;

  /** A failure counts for the switch that it belongs to: the next one may be to a file that was mended. */
  const failureOf = (version: string, askedBy: string): Failure | undefined =>
    failed?.version === version && failed.askedBy === askedBy ? failed : undefined;

  async function tryFetch(published: CatalogueFile, askedBy: string, signal: AbortSignal): Promise<void> {
    const { version } = published;
    try {
      await fetched.fetch(published, signal);
      if (!signal.aborted) failed = undefined;
    } catch (error) {
      if (signal.aborted) throw error;
      const times = (failureOf(version, askedBy)?.times ?? 0) + 1;
      const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (times - 1));
      failed = { version, askedBy, why: explain(error), times, until: performance.now() + pause };
      onFetchFailure?.(version, failed.why, pause / 1_000);
      throw error;
    } finally {
      if (!signal.aborted) fetching = undefined;
    }
  }

  /** One fetch at a time: one that hangs is given up for another version, or for another switch. */
  function fetch(published: CatalogueFile, askedBy: string): Promise<void> {
    const { version } = published;
    if (fetching?.version === version && fetching.askedBy === askedBy) return fetching.ended;
    fetching?.abort();
    const controller = new AbortController();
    const ended = tryFetch(published, askedBy, controller.signal);
    fetching = { version, askedBy, ended, abort: () => controller.abort() };
    return ended;
  }

  const has = ({ version }: CatalogueFile): boolean => fetched.list().includes(version);

  function fetchLater(published: CatalogueFile, askedBy: string): void {
    const failure = failureOf(published.version, askedBy);
    if (failure && performance.now() < failure.until) return;
    fetch(published, askedBy).catch(() => undefined);
  }

  const report = () =>
    shared.report({
      id,
      versions: fetched.list(),
      inUse,
      failure: failed && `${failed.version}: ${failed.why}`,
      failedFor: failed?.askedBy,
    });

  return {
    staleMs: STALE_MS,
    async find() {
      let state = await report();
      const { current, wanted, askedBy = NOBODY } = state;
      // Before the first request there is time; later, nothing waits for a fetch.
      if (isFirst && current) {
        await fetch(current, NOBODY);
        state = await report();
      }
      isFirst = false;
      if (pending !== wanted?.version) onPending?.(wanted?.version);
      pending = wanted?.version;
      // The wanted one first: it may be the way out if the current one cannot be fetched.
      if (wanted && !has(wanted)) fetchLater(wanted, askedBy);
      else if (current && !has(current)) fetchLater(current, NOBODY);
      if (current === undefined) return undefined;
      if (!has(current)) {
        const why = failureOf(current.version, NOBODY)?.why ?? 'this version is being fetched';
        throw new CatalogueError(current.version, why, { next: 'Wait until it is available' });
      }
      if (inUse !== current.version) {
        inUse = current.version;
        await report();
        await fetched.keep([current.version, wanted?.version, state.previous]);
      }
      return { version: current.version, path: fetched.pathOf(current.version) };
    },
    close: () => {
      fetching?.abort();
      return shared.leave(id);
    },
  };
}
