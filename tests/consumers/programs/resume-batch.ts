import { deepEqual } from 'node:assert/strict';
import { createVehicleLookup, type VehicleLookupOptions } from '@vehicle-lookup/client';
import { decodeMany } from '@vehicle-lookup/client/batch';

/** Stores the data of each VIN as JSON. */
export default async function resumeBatch(account: VehicleLookupOptions): Promise<void> {
  const lines: string[] = [];
  const vins = ['WVWZZZ1KZAW000001', 'ZZZZZZZZZZZZZZ404'];
  for await (const item of decodeMany(createVehicleLookup(account), vins, { ordered: true })) {
    if (!item.ok && item.error.code !== 'not_found') throw item.error;
    lines.push(JSON.stringify(item.ok ? item.data : null));
  }
  deepEqual([JSON.parse(lines[0] ?? '').make, lines[1]], ['Volkswagen', 'null']);
}
