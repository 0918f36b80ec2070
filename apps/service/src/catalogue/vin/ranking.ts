/**
 * The matches of a VIN, best first: most fixed positions, then latest year, then lowest carId (assumption first-match). Each
 * match requires eight bytes, so that hundreds of thousands of matches require little memory. The matches are sorted in steps
 * that take a few milliseconds, because SQLite would sort them in one step and block all other requests.
 */
export class Ranking implements Iterable<number> {
  readonly #tiers = new Map<number, Tier>();

  get isEmpty(): boolean {
    return this.#tiers.size === 0;
  }

  /** Adds a match. A vehicle may be added once for each of its patterns, always with the same year. */
  add(fixed: number, year: number, carId: number): void {
    const id = year * 32 + fixed;
    let tier = this.#tiers.get(id);
    if (!tier) {
      tier = new Tier(fixed, year);
      this.#tiers.set(id, tier);
    }
    tier.add(carId);
  }

  /** Yields each vehicle once, at its best rank. No matches may be added afterwards. */
  *[Symbol.iterator](): Generator<number> {
    const tiers = [...this.#tiers.values()].sort((a, b) => b.fixed - a.fixed || b.year - a.year);
    for (const [place, tier] of tiers.entries()) {
      const better = tiers.slice(0, place).filter(({ year }) => year === tier.year);
      let last: number | undefined;
      for (const carId of tier.sort()) {
        if (carId !== last && !better.some((other) => other.has(carId))) yield carId;
        last = carId;
      }
    }
  }
}

class Tier {
  readonly fixed: number;
  readonly year: number;
  #added: number[] = [];
  #sorted: Float64Array = new Float64Array();

  constructor(fixed: number, year: number) {
    this.fixed = fixed;
    this.year = year;
  }

  add(carId: number): void {
    this.#added.push(carId);
  }

  sort(): Float64Array {
    this.#sorted = new Float64Array(this.#added).sort();
    this.#added = [];
    return this.#sorted;
  }

  /** Returns whether the tier contains a carId; requires an earlier call of `sort`. */
  has(carId: number): boolean {
    let [from, to] = [0, this.#sorted.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.#sorted[middle] as number) < carId) from = middle + 1;
      else to = middle;
    }
    return this.#sorted[from] === carId;
  }
}
