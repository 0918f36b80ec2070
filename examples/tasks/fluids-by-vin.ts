// Lists the fluids of a vehicle with two calls: the first call converts the VIN to a carId.
import { createVehicleLookup } from '@vehicle-lookup/client';
import { account } from './account.js';

const lookup = createVehicleLookup(account);

const { data: vehicle } = await lookup.decodeVin('WVWZZZ1KZAW000001');
const { data: fluids } = await lookup.getFluids(vehicle.carId);
for (const { ItemMPText, ValueText } of fluids)
  console.log(`${ItemMPText}: ${ValueText?.max ?? '?'} ${ValueText?.unit}`);
