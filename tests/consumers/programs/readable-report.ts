import { match } from 'node:assert/strict';
import { createVehicleLookup, type VehicleLookupOptions } from '@vehicle-lookup/client';
import { withReadableNames } from '@vehicle-lookup/client/readable';

/** Creates a report with readable names. No test covers a vehicle without fluids. */
export default async function readableReport(account: VehicleLookupOptions): Promise<void> {
  const lookup = withReadableNames(createVehicleLookup(account));
  const found = await lookup.getFluids(25573).safe();
  if (!found.ok) throw new Error(found.status === 404 ? found.body.message : found.error.message);
  match(found.data.map(({ item, value }) => `${item} ${value?.text}`).join(), /^Engine oil 4,3/);
}
