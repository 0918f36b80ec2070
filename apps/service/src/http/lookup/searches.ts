/** Searches that one account may run at once. */
const AT_ONCE = 8;
/** Abandoned searches of an account in a minute that cost nothing. */
const FREE = 3;
const MINUTE = 60_000;

/**
 * Limits on searches that may read much of the catalogue: those with a part of a VIN and many results. Each process counts
 * for itself.
 */
export interface Searches {
  /** Counts a search of the account; returns the function that ends it, or undefined if too many are running. */
  begin(accountId: number): (() => void) | undefined;
  /**
   * Counts a search whose client disconnected before its response began. True if the account has abandoned several in a
   * minute: then it is charged, because otherwise anybody could keep the service busy for nothing.
   */
  abandon(accountId: number): boolean;
}

/** Counts in memory: at most AT_ONCE searches of an account, and those that it abandons within a minute. */
export function createSearches(): Searches {
  const running = new Map<number, number>();
  const abandoned = new Map<number, { count: number; until: number }>();

  const end = (accountId: number): void => {
    const left = (running.get(accountId) ?? 1) - 1;
    if (left === 0) running.delete(accountId);
    else running.set(accountId, left);
  };

  return {
    begin(accountId) {
      const count = running.get(accountId) ?? 0;
      if (count >= AT_ONCE) return undefined;
      running.set(accountId, count + 1);
      return () => end(accountId);
    },
    abandon(accountId) {
      const before = abandoned.get(accountId);
      const now = performance.now();
      const { count, until } = before && before.until > now ? before : { count: 0, until: now + MINUTE };
      abandoned.set(accountId, { count: count + 1, until });
      return count >= FREE;
    },
  };
}
