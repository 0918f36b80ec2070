import { randomUUID } from 'node:crypto';
import { explain } from '@vehicle-lookup/toolkit/command-line';
import { CatalogueError, type CatalogueEvents } from '../catalogue.ts';
import type { CatalogueFile } from '../catalogue-store.ts';
import type { VersionFinder } from '../files/catalogue-source.ts';
import type { FetchedVersions } from './published-versions.ts';
import type { SharedVersions } from './shared-versions.ts';

/** Milliseconds that a version is served after the last database response. Must be less than LIVE_MS in shared-versions.ts. */
const STALE_MS = 1_500;
/** The pause after the first failed fetch and the longest pause, in milliseconds. */
const [FIRST_PAUSE, LONGEST_PAUSE] = [1_000, 60_000];

/** Requester name for the current version, which no pending command has requested. */
const NOBODY = 'current';

interface Fetch {
  version: string;
  askedBy: string;
  ended: Promise<void>;
  abort(): void;
}

/** The consecutive failures to fetch a version that one command requested. */
interface Failure {
  version: string;
  askedBy: string;
  why: string;
  times: number;
  until: number;
}

/**
 * Finds the version that all instances serve. Each call of `find` reports the versions of this instance, so that a switch waits
 * for the instance, and starts to fetch a missing version in the background.
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

  /** Returns an earlier failure only for the same switch, because the file may have been repaired before a later switch. */
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

  /** Runs one fetch at a time. A fetch for a different version or switch aborts an earlier fetch, which may hang. */
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
      // Only the first call, before any request, waits for a fetch.
      if (isFirst && current) {
        await fetch(current, NOBODY);
        state = await report();
      }
      isFirst = false;
      if (pending !== wanted?.version) onPending?.(wanted?.version);
      pending = wanted?.version;
      // The wanted version comes first, because a switch may be the solution if the current version cannot be fetched.
      if (wanted && !has(wanted)) fetchLater(wanted, askedBy);
      else if (current && !has(current)) fetchLater(current, NOBODY);
      if (current === undefined) return undefined;
      if (!has(current)) {
        const why = failureOf(current.version, NOBODY)?.why ?? 'this version is being fetched';
        throw new CatalogueError(current.version, why, { next: 'Wait until the version is available' });
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
