import { match } from 'node:assert/strict';
import { createClient, type VehicleLookupOptions } from '@vehicle-lookup/client';

/** Reads wire bodies with the openapi-fetch client. */
export default async function repairTimes(account: VehicleLookupOptions): Promise<void> {
  const { data, error } = await createClient(account).call('getRepairTimes', { carId: 25573 });
  if (error) throw new Error(error.message);
  match(data.data.map(({ workname, hours }) => `${workname}: ${hours.padStart(5)} h`).join(), /: +\d+\.\d+ h/);
}
