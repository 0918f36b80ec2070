/** A vehicle as the naive search sees it. */
export interface Candidate {
  carId: number;
  yearFrom: number;
  patterns: string[];
}

/** What the catalogue must answer, by looking at every pattern of every vehicle. */
export function naiveMatches(candidates: Candidate[], vin: string): number[] {
  return candidates
    .map(({ carId, yearFrom, patterns }) => ({
      carId,
      yearFrom,
      specificity: Math.max(-1, ...patterns.filter((pattern) => agree(pattern, vin)).map(fixedPositions)),
    }))
    .filter(({ specificity }) => specificity >= 0)
    .sort((a, b) => b.specificity - a.specificity || b.yearFrom - a.yearFrom || a.carId - b.carId)
    .map(({ carId }) => carId);
}

/** Whether some whole VIN begins with `vin` and fits the pattern. */
const agree = (pattern: string, vin: string): boolean =>
  [...pattern].every((character, i) => i >= vin.length || character === '.' || character === vin[i]);

const fixedPositions = (pattern: string): number => pattern.replaceAll('.', '').length;
