/** Maximum number of concurrent searches per account. */
const AT_ONCE = 8;
/** Number of abandoned searches per account and minute that are not charged. */
const FREE = 3;
const MINUTE = 60_000;

/**
 * Limits for searches that may read a large part of the catalogue, such as a search for a partial VIN. Each process counts
 * separately, in memory.
 */
export class Searches {
  readonly #running = new Map<number, number>();
  readonly #abandoned = new Map<number, { count: number; until: number }>();

  /** Counts a search of an account; returns a function that ends the search, or undefined if too many searches are running. */
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
   * Counts a search whose client disconnected before the response began. Returns true if the account has abandoned several
   * searches in a minute. Such a search is charged, because clients could otherwise keep the service busy free of charge.
   */
  abandon(accountId: number): boolean {
    const before = this.#abandoned.get(accountId);
    const now = performance.now();
    const { count, until } = before && before.until > now ? before : { count: 0, until: now + MINUTE };
    this.#abandoned.set(accountId, { count: count + 1, until });
    return count >= FREE;
  }
}
