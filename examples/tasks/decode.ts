// Decodes a VIN.
import { createVehicleLookup } from '@vehicle-lookup/client';
import { account } from './account.js';

const lookup = createVehicleLookup(account);

const { data } = await lookup.decodeVin('WVWZZZ1KZAW000001');
console.log(data.make, data.model, data.year);
