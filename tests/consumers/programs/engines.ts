import { ok } from 'node:assert/strict';
import { createVehicleLookup, VehicleLookupError, type VehicleLookupOptions } from '@vehicle-lookup/client';

/** Returns the attributes of the engines for a short VIN; empty for an unknown VIN. */
async function attributes(account: VehicleLookupOptions, vin: string): Promise<string[]> {
  try {
    const { data } = await createVehicleLookup(account).getEngines(vin);
    return data.flatMap(({ EngineDetails }) => EngineDetails.EngineAttributes.map(({ Name }) => `${Name}`));
  } catch (error) {
    if (error instanceof VehicleLookupError && error.code === 'not_found') return [];
    throw error;
  }
}

export default async function engines(account: VehicleLookupOptions): Promise<void> {
  ok((await attributes(account, 'WVWZZZ1KZA')).every((name) => name !== 'undefined'));
  ok((await attributes(account, 'ZZZZZZZZZZZZZZ404')).length === 0);
}
