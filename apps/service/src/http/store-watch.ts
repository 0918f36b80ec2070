/** What `/ready` says of the stores. */
export interface StoreStatus {
  /** Of the catalogue, if it can be read. */
  version: string | undefined;
  /** True if the accounts can be read and written. */
  accounts: boolean;
}

/** Tries the stores of this process, for probes. */
export interface StoreWatch {
  /** Requests that come while a try is under way share it. */
  status(): Promise<StoreStatus>;
  /**
   * False if the stores have neither responded nor failed for a minute: the process hangs, and a restart may help. A store that
   * fails is no reason for a restart.
   */
  isAlive(): boolean;
  stop(): void;
}

/** Between two tries, if nobody asks. */
const INTERVAL_MS = 10_000;
const SILENT_MS = 60_000;

/**
 * Tries the stores from time to time.
 * @param now milliseconds of a clock that does not go back
 */
export function watchStores(
  tryStores: () => Promise<StoreStatus>,
  now: () => number = () => performance.now(),
): StoreWatch {
  let respondedAt = now();
  let trying: Promise<StoreStatus> | undefined;
  const status = (): Promise<StoreStatus> => {
    trying ??= tryStores().finally(() => {
      trying = undefined;
      respondedAt = now();
    });
    return trying;
  };
  const timer = setInterval(() => status().catch(() => undefined), INTERVAL_MS).unref();
  return { status, isAlive: () => now() - respondedAt < SILENT_MS, stop: () => clearInterval(timer) };
}
