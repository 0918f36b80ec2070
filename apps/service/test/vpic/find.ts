import type { VehicleEntry } from '../../src/catalogue/catalogue-entry.ts';
import type { CatalogueLine } from '../../src/vpic/catalogue-lines.ts';

/** Returns the vehicles among catalogue lines. */
export const vehiclesOf = (lines: Iterable<CatalogueLine>): VehicleEntry[] =>
  [...lines].filter((line) => line.kind === 'vehicle');

/** Returns a function that finds vehicles by VIN according to FORMAT.md, for catalogues of any size. */
export function vinFinder(vehicles: readonly VehicleEntry[]): (vin: string) => VehicleEntry[] {
  const byManufacturer = new Map<string, { pattern: string; vehicle: VehicleEntry }[]>();
  for (const vehicle of vehicles) {
    for (const pattern of vehicle.patterns) {
      const manufacturer = pattern.slice(0, 3);
      byManufacturer.set(manufacturer, byManufacturer.get(manufacturer) ?? []);
      byManufacturer.get(manufacturer)?.push({ pattern, vehicle });
    }
  }
  return (vin) => {
    const matching = (byManufacturer.get(vin.slice(0, 3)) ?? []).filter(({ pattern }) => matches(pattern, vin));
    const certain = matching.filter(({ pattern }) => !pattern.endsWith('?'));
    const mostFixed = Math.max(...matching.map(({ pattern }) => fixed(pattern)));
    const counting = certain.length > 0 ? certain : matching.filter(({ pattern }) => fixed(pattern) === mostFixed);
    return [...new Set(counting.map(({ vehicle }) => vehicle))];
  };
}

const matches = (pattern: string, vin: string): boolean =>
  [...pattern.replace(/\?$/, '')].every((character, index) => character === '.' || character === vin.charAt(index));

const fixed = (pattern: string): number => pattern.replaceAll(/[.?]/g, '').length;
