import { equal } from 'node:assert/strict';
import { createVehicleLookup, type VehicleLookupOptions } from '@vehicle-lookup/client';

/** Identifies a vehicle. */
export default async function decode(account: VehicleLookupOptions): Promise<void> {
  const { data } = await createVehicleLookup(account).decodeVin('WVWZZZ1KZAW000001');
  equal(`${data.make} ${data.model} ${data.year}`, 'Volkswagen Golf VI 2008');
}
