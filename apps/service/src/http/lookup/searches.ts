/** Searches that one account may run concurrently. */
const AT_ONCE = 8;
/** Abandoned searches of an account in a minute that cost nothing. */
const FREE = 3;
const MINUTE = 60_000;

/**
 * Limits on searches that may read much of the catalogue: those with a part of a VIN and many results. Each process counts
 * for itself, in memory.
 */
export class Searches {
  readonly #running = new Map<number, number>();
  readonly #abandoned = new Map<number, { count: number; until: number }>();

  /** Counts a search of the account; returns the function that ends it, or undefined if too many are running. */
  begin(accountId: number): (() => void) | undefined {
    const count = this.#running.get(accountId) ?? 0;
    if (count >= AT_ONCE) return undefined;
    this.#running.set(accountId, count + 1);
    return () => {
      const left = (this.#running.get(accountId) ?? 1) - 1;
      if (left === 0) this.#running.delete(accountId);
      else this.#running.set(accountId, left);
    };
  }

  /**
   * Counts a search whose client disconnected before its response began. True if the account has abandoned several in a
   * minute: then it is charged, because otherwise anybody could keep the service busy for nothing.
   */
  abandon(accountId: number): boolean {
    const before = this.#abandoned.get(accountId);
    const now = performance.now();
    const { count, until } = before && before.until > now ? before : { count: 0, until: now + MINUTE };
    this.#abandoned.set(accountId, { count: count + 1, until });
    return count >= FREE;
  }
}
