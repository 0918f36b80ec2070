import { equal, match } from 'node:assert/strict';
import { createVehicleLookup, type VehicleLookupOptions } from '@vehicle-lookup/client';

/** Lists parts. Some plans exclude parts, so a 403 is a normal result. */
async function parts(account: VehicleLookupOptions, carId: number): Promise<string> {
  const found = await createVehicleLookup(account).getOemParts(carId).safe();
  if (found.ok) return `${found.data.length} groups of parts`;
  if (found.status === 403) return `not in this plan: ${found.body.message}`;
  throw found.error;
}

export default async function oemParts(account: VehicleLookupOptions): Promise<void> {
  match(await parts(account, 25573), /^\d groups of parts$/);
  equal(await parts(account, 999_999_403), 'not in this plan: This operation is not available in your plan.');
}
