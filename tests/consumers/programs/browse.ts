import { ok } from 'node:assert/strict';
import { createVehicleLookup, type VehicleLookupOptions } from '@vehicle-lookup/client';

/** Lists the variants of a brand. */
export default async function browse(account: VehicleLookupOptions): Promise<void> {
  const lookup = createVehicleLookup(account);
  const [brand] = (await lookup.listBrands()).data;
  const [model] = (await lookup.listModels(brand?.slug ?? '')).data;
  const { data: variants } = await lookup.listVariants(brand?.slug ?? '', model?.slug ?? '');
  ok(variants.every(({ typeName, typeYears }) => typeName && typeYears?.from));
}
