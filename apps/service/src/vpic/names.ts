import { type CatalogueEntry, uniqueSlugs } from '../catalogue/catalogue-entry.ts';
import { type VpicVehicle, variantLine } from './vehicle.ts';

interface Named {
  id: number;
  name: string;
}

/** A collection of the brands, models and variants of vehicles. */
export interface CatalogueNames {
  add(vehicle: VpicVehicle, year: number): void;
  lines(): Generator<CatalogueEntry>;
}

interface Variant {
  vehicle: VpicVehicle;
  from: number;
  until: number;
}

interface Model {
  model: Named;
  variants: Map<string, Variant>;
}

interface Make {
  make: Named;
  models: Map<number, Model>;
}

/** Collects brands, models and variants by their vPIC IDs, because names may change. The lines are in the order of the IDs. */
export function catalogueNames(): CatalogueNames {
  const makes = new Map<number, Make>();
  return {
    add(vehicle, year) {
      const make = getOrAdd(makes, vehicle.make.id, () => ({ make: vehicle.make, models: new Map<number, Model>() }));
      const model = getOrAdd(make.models, vehicle.model.id, () => ({ model: vehicle.model, variants: new Map() }));
      const variant = getOrAdd(model.variants, vehicle.variant, () => ({ vehicle, from: year, until: year }));
      variant.until = year;
    },
    *lines() {
      const brandSlug = uniqueSlugs();
      for (const { make, models } of inOrder(makes)) {
        const brand = brandSlug(make.name, make.id);
        yield { kind: 'brand', name: make.name, slug: brand };
        const modelSlug = uniqueSlugs();
        for (const { model, variants } of inOrder(models)) {
          const slug = modelSlug(model.name, model.id);
          yield { kind: 'model', brand, name: model.name, slug };
          for (const { vehicle, from, until } of variants.values()) {
            yield variantLine(vehicle, from, until, { brand, model: slug });
          }
        }
      }
    },
  };
}

function getOrAdd<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  const value = map.get(key) ?? create();
  map.set(key, value);
  return value;
}

const inOrder = <Value>(map: Map<number, Value>): Value[] =>
  [...map].sort(([a], [b]) => a - b).map(([, value]) => value);
