import type { Sql } from '../database/sql.ts';

/** A recorder of the day on which each key was last used. */
export interface KeyUse {
  /** Queues a use. The use is written later, so that requests do not wait. */
  used(accountId: number, sha256: string): void;
  /** Writes the queued uses, and waits for a write in progress. */
  close(): Promise<void>;
}

const DAY_MS = 86_400_000;
const WRITE_AFTER_MS = 1_000;
/** Maximum number of keys in one statement; a statement binds at most 32,766 values. */
const MOST_KEYS = 1_000;

/**
 * Creates a recorder that writes each key at most once a day per process, in batches. If a write fails, the next use of the
 * key is written.
 * @param now milliseconds since 1970
 */
export function createKeyUse(sql: Sql, now: () => number = Date.now): KeyUse {
  let today = 0;
  /** Hashes of keys that were used today. */
  const seen = new Set<string>();
  let noted: { day: number; accountId: number; sha256: string }[] = [];
  let timer: NodeJS.Timeout | undefined;
  let written = Promise.resolve();

  async function writeNoted(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const keys = noted;
    noted = [];
    const [first] = keys;
    if (!first) return;
    const places = (from: number) => keys.map((_, index) => `$${from + index}`).join(', ');
    const text = `update api_key set last_used = $1
      where account_id in (${places(2)}) and sha256 in (${places(2 + keys.length)})`;
    // A batch may contain keys from two days; the earlier day is close enough.
    const day = new Date(first.day * DAY_MS).toISOString().slice(0, 10);
    const values = [...keys.map(({ accountId }) => accountId), ...keys.map(({ sha256 }) => sha256)];
    // Storage errors are reported elsewhere.
    await sql.query(text, day, ...values).catch(() => {
      for (const { sha256 } of keys) seen.delete(sha256);
    });
  }

  const write = (): Promise<void> => {
    written = written.then(writeNoted);
    return written;
  };

  return {
    used(accountId, sha256) {
      const day = Math.floor(now() / DAY_MS);
      if (day !== today) {
        today = day;
        seen.clear();
      }
      if (seen.has(sha256) || noted.length >= MOST_KEYS) return;
      seen.add(sha256);
      noted.push({ day, accountId, sha256 });
      timer ??= setTimeout(write, WRITE_AFTER_MS).unref();
    },
    close: write,
  };
}
