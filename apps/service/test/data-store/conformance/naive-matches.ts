import type { VehicleEntry } from '../../../src/catalogue/catalogue-entry.ts';

/**
 * Returns the matches of a VIN by checking every pattern of every vehicle. If only fallbacks match, it returns the most specific
 * fallbacks. */
export function naiveMatches(vehicles: readonly VehicleEntry[], vin: string): number[] {
  const matches = matchesOf(vehicles, vin, (pattern) => !pattern.endsWith('?'));
  if (matches.length > 0) return matches;
  for (let fixed = 17; fixed > 0; fixed--) {
    const fallbacks = matchesOf(vehicles, vin, (pattern) => pattern.endsWith('?') && fixedPositions(pattern) === fixed);
    if (fallbacks.length > 0) return fallbacks;
  }
  return [];
}

function matchesOf(vehicles: readonly VehicleEntry[], vin: string, counts: (pattern: string) => boolean): number[] {
  return vehicles
    .map(({ record: { carId, year }, patterns }) => ({
      carId,
      year: Number(year),
      specificity: Math.max(
        -1,
        ...patterns.filter((pattern) => counts(pattern) && agree(pattern, vin)).map(fixedPositions),
      ),
    }))
    .filter(({ specificity }) => specificity >= 0)
    .sort((a, b) => b.specificity - a.specificity || b.year - a.year || a.carId - b.carId)
    .map(({ carId }) => carId);
}

/** Returns whether any whole VIN that begins with `vin` matches the pattern. */
const agree = (pattern: string, vin: string): boolean =>
  [...pattern.replace('?', '')].every((character, i) => i >= vin.length || character === '.' || character === vin[i]);

const fixedPositions = (pattern: string): number => pattern.replaceAll(/[.?]/g, '').length;
