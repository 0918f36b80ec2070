import type { VehicleEntry } from '../../../src/stores/catalogue-entry.ts';

/** The matches of a VIN, found by looking at every pattern of every vehicle. */
export function naiveMatches(vehicles: readonly VehicleEntry[], vin: string): number[] {
  return vehicles
    .map(({ record: { carId, year }, patterns }) => ({
      carId,
      year: Number(year),
      specificity: Math.max(-1, ...patterns.filter((pattern) => agree(pattern, vin)).map(fixedPositions)),
    }))
    .filter(({ specificity }) => specificity >= 0)
    .sort((a, b) => b.specificity - a.specificity || b.year - a.year || a.carId - b.carId)
    .map(({ carId }) => carId);
}

/** True if some whole VIN begins with `vin` and fits the pattern. */
const agree = (pattern: string, vin: string): boolean =>
  [...pattern].every((character, i) => i >= vin.length || character === '.' || character === vin[i]);

const fixedPositions = (pattern: string): number => pattern.replaceAll('.', '').length;
