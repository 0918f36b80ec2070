import { equal } from 'node:assert/strict';
import { createVehicleLookup, type VehicleLookupOptions } from '@vehicle-lookup/client';

/** Lists the fluids of a vehicle with two calls: the first call converts the VIN to a carId. */
export default async function fluidsByVin(account: VehicleLookupOptions): Promise<void> {
  const lookup = createVehicleLookup(account);
  const { data: vehicle } = await lookup.decodeVin('WVWZZZ1KZAW000001');
  const { data: fluids } = await lookup.getFluids(vehicle.carId);
  const [first] = fluids.map(({ ItemMPText, ValueText }) => `${ItemMPText}: ${ValueText?.max} ${ValueText?.unit}`);
  equal(first, 'Engine oil: 4.3 l');
}
