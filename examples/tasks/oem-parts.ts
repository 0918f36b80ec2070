// Some plans exclude parts, so a 403 is a normal result.
import { createVehicleLookup } from '@vehicle-lookup/client';
import { account } from './account.js';

const lookup = createVehicleLookup(account);

const parts = await lookup.getOemParts(25573).safe();
if (parts.ok) console.log(`${parts.data.length} groups of parts`);
else if (parts.status === 403) console.log(`not in this plan: ${parts.body.message}`);
else throw parts.error;
