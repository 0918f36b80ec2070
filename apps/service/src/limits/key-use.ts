import type { Sql } from '../database/sql.ts';

/** Records on which day each key was used last. */
export interface KeyUse {
  /** Notes a use; it is written later, so that no request waits for it. */
  used(accountId: number, sha256: string): void;
  /** Writes what is noted; also waits for a write that has begun. */
  close(): Promise<void>;
}

const DAY_MS = 86_400_000;
const WRITE_AFTER_MS = 1_000;
/** Keys in one statement; a database binds at most 32,766 values. */
const MOST_KEYS = 1_000;

/**
 * A process writes each key at most once a day, together with others. A use that cannot be written is written after the
 * next one.
 * @param now milliseconds since 1970
 */
export function createKeyUse(sql: Sql, now: () => number = Date.now): KeyUse {
  let today = 0;
  /** Hashes of the keys that were used today. */
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
    // The keys of one second may belong to two days; the earlier day is close enough.
    const day = new Date(first.day * DAY_MS).toISOString().slice(0, 10);
    const values = [...keys.map(({ accountId }) => accountId), ...keys.map(({ sha256 }) => sha256)];
    // A store that fails is reported elsewhere.
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
