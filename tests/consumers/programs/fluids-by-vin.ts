import { equal } from 'node:assert/strict';
import { createVehicleLookup, type VehicleLookupOptions } from '@vehicle-lookup/client';

/** Which fluids does it need? Two calls: the VIN gives the carId. */
export default async function fluidsByVin(account: VehicleLookupOptions): Promise<void> {
  const lookup = createVehicleLookup(account);
  const { data: vehicle } = await lookup.decodeVin('WVWZZZ1KZAW000001');
  const { data: fluids } = await lookup.getFluids(vehicle.carId);
  const [first] = fluids.map(({ ItemMPText, ValueText }) => `${ItemMPText}: ${ValueText?.max} ${ValueText?.unit}`);
  equal(first, 'Engine oil: 4.3 l');
}
