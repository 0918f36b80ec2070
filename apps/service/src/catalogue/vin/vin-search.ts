import type { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { prepare } from '../../database/sqlite/database.ts';
import type { IsDisconnected } from '../catalogue.ts';
import { WMI_LENGTH } from '../catalogue-entry.ts';
import { Ranking } from './ranking.ts';
import { readVinFilter } from './vin-filter.ts';
import { type Mask, maskOf } from './vin-mask.ts';

/** A search by VIN, best match first: most fixed positions, then latest year, then lowest carId (assumption first-match). */
export interface VinSearch {
  /**
   * Returns the best match. A complete VIN takes one look-up per mask. A partial VIN may match a large part of the catalogue, so
   * the search yields to other requests and stops once the client has disconnected.
   */
  first(vin: string, isDisconnected: IsDisconnected): Promise<number | undefined>;
  /** Returns each match once. The search yields to other requests and stops once the client has disconnected. */
  all(vin: string, isDisconnected: IsDisconnected): Promise<Iterable<number>>;
}

/** Number of matches that `all` collects before it yields to other requests (about a millisecond). */
const TURN = 1024;
/** Number of matches that `first` skips in SQLite before it yields to other requests. */
const PART = 8192;

/** Returns the key range of matching patterns in a mask. For a VIN shorter than the mask, the range contains all longer keys. */
function rangeOf(mask: Mask, vin: string): { low: string; high: string } {
  const low = mask.key(vin);
  // `~` sorts after every character of a VIN.
  return { low, high: vin.length < mask.length ? `${low}~` : low };
}

/** Returns whether all matches of `one` precede all matches of `other`. */
const isBetter = (one: Mask, other: Mask): boolean =>
  one.isFallback === other.isFallback ? one.fixed > other.fixed : other.isFallback;

/** Groups sorted masks into tiers, which are searched until a tier matches: ordinary masks, then fallbacks from long to short. */
function tiersOf(masks: readonly Mask[]): Mask[][] {
  const tierOf = ({ isFallback, fixed }: Mask) => (isFallback ? fixed : 0);
  return [...new Set(masks.map(tierOf))].map((tier) => masks.filter((mask) => tierOf(mask) === tier));
}

type Best = [year: number, carId: number];

function better(one: Best | undefined, other: Best | undefined): Best | undefined {
  if (!one || !other) return one ?? other;
  return one[0] > other[0] || (one[0] === other[0] && one[1] < other[1]) ? one : other;
}

export interface VinSearchOptions {
  /** Connection for `first`. */
  db: DatabaseSync;
  /** Connection for `all`, with a smaller cache, because most rows are read only once. */
  streams: DatabaseSync;
  /** Called before `first` reads `db` in a new turn of the event loop. */
  beginTurn: () => void;
  /** Number of matches of a partial VIN that `first` reads before it yields. */
  part?: number;
}

/** Creates a search that keeps the masks and the filter in memory; its methods read only the pattern index. */
export function createVinSearch({ db, streams, beginTurn, part = PART }: VinSearchOptions): VinSearch {
  const masks = readMasks(db);
  const mayHave = readVinFilter(db);
  const masksOf = (vin: string): readonly Mask[] => masks.get(vin.slice(0, WMI_LENGTH)) ?? [];
  const bestOf = (condition: string) =>
    prepare<Best>(
      db,
      `select year, car_id from vin_pattern
        where mask = ? and ${condition} order by year desc, car_id limit 1`,
    );
  // If the whole key is known, the best match is the first row of the index.
  const bestOfKey = bestOf('key = ?');
  const bestBetween = bestOf('key > ? and key < ?');
  const endOfPart = prepare<[key: string]>(
    db,
    `select key from vin_pattern
      where mask = ? and key > ? and key < ? order by key limit 1 offset ${part}`,
  );

  const bestWithKey = (bits: number, key: string): Best | undefined =>
    mayHave(bits, key) ? bestOfKey.get(bits, key) : undefined;

  const yieldTurn = async (): Promise<void> => {
    await setImmediate();
    beginTurn();
  };

  /** Returns the best match between two keys. Each part that is read ends at a whole key, whose first pattern is its best match. */
  const bestOfRange = async (
    bits: number,
    low: string,
    high: string,
    isDisconnected: IsDisconnected,
  ): Promise<Best | undefined> => {
    let best: Best | undefined;
    for (let from = low; ; await yieldTurn()) {
      if (isDisconnected()) return best;
      const [end] = endOfPart.get(bits, from, high) ?? [];
      best = better(best, bestBetween.get(bits, from, end ?? high));
      if (end === undefined) return best;
      best = better(best, bestWithKey(bits, end));
      from = end;
    }
  };

  const first = async (vin: string, isDisconnected: IsDisconnected): Promise<number | undefined> => {
    let best: Best | undefined;
    let bestMask: Mask | undefined;
    for (const mask of masksOf(vin)) {
      if (bestMask && isBetter(bestMask, mask)) break;
      const { low, high } = rangeOf(mask, vin);
      const isOpen = low !== high;
      // The previous range may already have read a whole part, so yield first.
      if (isOpen && best) await yieldTurn();
      const found = isOpen ? await bestOfRange(mask.bits, low, high, isDisconnected) : bestWithKey(mask.bits, low);
      if (!found) continue;
      best = better(best, found);
      bestMask = mask;
    }
    return best?.[1];
  };

  const all = async (vin: string, isDisconnected: IsDisconnected): Promise<Iterable<number>> => {
    const ranking = new Ranking();
    for (const tier of tiersOf(masksOf(vin))) {
      const ranges = tier.map((mask) => {
        const { low, high } = rangeOf(mask, vin);
        return [mask.bits, mask.fixed, low, high];
      });
      await collect(ranges, ranking, isDisconnected);
      if (!ranking.isEmpty || isDisconnected()) break;
    }
    return ranking;
  };

  const collect = async (ranges: unknown[], ranking: Ranking, isDisconnected: IsDisconnected): Promise<void> => {
    // Each call prepares a statement, because concurrent calls cannot iterate over the same statement.
    let turn = 0;
    for (const [fixed, year, carId] of prepare<MatchRow>(streams, ALL).iterate(JSON.stringify(ranges))) {
      ranking.add(fixed, year, carId);
      if (++turn % TURN !== 0) continue;
      await setImmediate();
      if (isDisconnected()) break;
    }
  };

  return { first, all };
}

type MatchRow = [fixed: number, year: number, carId: number];

const ALL = `
  with range (mask, fixed, low, high) as materialized
    (select value ->> 0, value ->> 1, value ->> 2, value ->> 3 from json_each(?))
  select fixed, year, car_id
    from range cross join vin_pattern as pattern
      on pattern.mask = range.mask and pattern.key between range.low and range.high`;

/** Reads the masks of each WMI, sorted by descending number of fixed positions, with fallbacks last. */
function readMasks(db: DatabaseSync): Map<string, Mask[]> {
  const masks = new Map<string, Mask[]>();
  for (const [wmi, bits] of prepare<[wmi: string, mask: number]>(db, 'select wmi, mask from vin_mask').iterate()) {
    const known = masks.get(wmi);
    const mask = maskOf(bits);
    if (known) known.push(mask);
    else masks.set(wmi, [mask]);
  }
  for (const known of masks.values())
    known.sort((a, b) => Number(a.isFallback) - Number(b.isFallback) || b.fixed - a.fixed || a.bits - b.bits);
  return masks;
}
