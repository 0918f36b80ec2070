import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import type { IsGone } from './catalogue.ts';
import { Ranking } from './ranking.ts';
import { PATTERN_INDEX } from './schema.ts';
import { type Mask, maskOf, WMI_LENGTH } from './vin-pattern.ts';

/** Finds vehicles by VIN, best first: most fixed positions, then latest year, then lowest carId (assumption first-match). */
export interface VinSearch {
  /** The best of all, found without looking for the others. */
  first(vin: string): number | undefined;
  /** Each vehicle once. Lets others have their turn while the matches are collected, and ends where who asked has gone. */
  all(vin: string, isGone: IsGone): Promise<Iterable<number>>;
}

/** After so many matches in a row others have their turn: about a millisecond. */
const TURN = 1024;

/** Patterns of a mask that match lie between these keys. A VIN that ends before the mask does leaves the end open. */
function rangeOf(mask: Mask, vin: string): { low: string; high: string } {
  const low = mask.key(vin);
  // `~` is behind every character of a VIN.
  return { low, high: vin.length < mask.length ? `${low}~` : low };
}

type Best = [year: number, carId: number];

const isBetter = ([year, carId]: Best, [otherYear, otherId]: Best): boolean =>
  year > otherYear || (year === otherYear && carId < otherId);

/**
 * @param db answers `first`
 * @param streams answers `all`, with a smaller cache: what is read once is not worth keeping
 */
export function createVinSearch(db: DatabaseSync, streams: DatabaseSync): VinSearch {
  const masks = readMasks(db);
  const masksOf = (vin: string): readonly Mask[] => masks.get(vin.slice(0, WMI_LENGTH)) ?? [];
  const bestOf = (condition: string): StatementSync => {
    const statement = db.prepare(
      `select year, car_id from vin_pattern indexed by ${PATTERN_INDEX}
        where mask = ? and ${condition} order by year desc, car_id limit 1`,
    );
    statement.setReturnArrays(true);
    return statement;
  };
  // Where the key is known whole, the best is the first row of the index.
  const bestOfKey = bestOf('key = ?');
  const bestOfRange = bestOf('key between ? and ?');
  const bestIn = (mask: Mask, vin: string): Best | undefined => {
    const { low, high } = rangeOf(mask, vin);
    const row = low === high ? bestOfKey.get(mask.bits, low) : bestOfRange.get(mask.bits, low, high);
    return row as Best | undefined;
  };

  const first = (vin: string): number | undefined => {
    let best: Best | undefined;
    let fixed = 0;
    for (const mask of masksOf(vin)) {
      if (mask.fixed < fixed) break;
      const found = bestIn(mask, vin);
      if (!found || (best && !isBetter(found, best))) continue;
      best = found;
      fixed = mask.fixed;
    }
    return best?.[1];
  };

  const all = async (vin: string, isGone: IsGone): Promise<Iterable<number>> => {
    const ranking = new Ranking();
    const ranges = masksOf(vin).map((mask) => {
      const { low, high } = rangeOf(mask, vin);
      return [mask.bits, mask.fixed, low, high];
    });
    if (ranges.length === 0) return ranking;
    // A statement of its own: one that is read by several answers at once would lose its place.
    let turn = 0;
    for (const { fixed, year, carId } of streams.prepare(ALL).iterate(JSON.stringify(ranges))) {
      ranking.add(Number(fixed), Number(year), Number(carId));
      if (++turn % TURN !== 0) continue;
      await setImmediate();
      if (isGone()) break;
    }
    return ranking;
  };

  return { first, all };
}

const ALL = `
  with range (mask, fixed, low, high) as materialized
    (select value ->> 0, value ->> 1, value ->> 2, value ->> 3 from json_each(?))
  select fixed, year, car_id as carId
    from range cross join vin_pattern as pattern indexed by ${PATTERN_INDEX}
      on pattern.mask = range.mask and pattern.key between range.low and range.high`;

/** Masks of each WMI, those with most fixed positions first. */
function readMasks(db: DatabaseSync): Map<string, Mask[]> {
  const masks = new Map<string, Mask[]>();
  for (const row of db.prepare('select wmi, mask from vin_mask').iterate()) {
    const wmi = String(row.wmi);
    const known = masks.get(wmi);
    const mask = maskOf(Number(row.mask));
    if (known) known.push(mask);
    else masks.set(wmi, [mask]);
  }
  for (const known of masks.values()) known.sort((a, b) => b.fixed - a.fixed || a.bits - b.bits);
  return masks;
}
