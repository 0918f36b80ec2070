import process from 'node:process';
import { createVehicleLookup } from '@vehicle-lookup/client';
import { decodeMany } from '@vehicle-lookup/client/batch';

const { VEHICLE_LOOKUP_BASE_URL: baseUrl, VEHICLE_LOOKUP_USER: user, VEHICLE_LOOKUP_KEY: key } = process.env;
const [, , ...vins] = process.argv;

try {
  if (vins.length === 0) throw new Error('Usage: npm start VIN …');
  const lookup = createVehicleLookup({ baseUrl, user, key });
  const batch = decodeMany(lookup, vins, { ordered: true });
  for await (const item of batch) {
    if (item.ok) await print(lookup, item.data);
    else fail(item.error);
  }
  const { left, stopped } = batch.summary;
  if (left) console.error(`${left} more VINs were not looked up: ${stopped}.`);
} catch (error) {
  fail(error);
}

/** Prints a vehicle and its fluids. */
async function print(lookup, { carId, make, model, description }) {
  console.log([make, model, description].filter(Boolean).join(' '));
  const fluids = await lookup.getFluids(carId).safe();
  if (!fluids.ok) return fail(fluids.error);
  for (const { ItemMPText, QualColTextStr, ValueText } of fluids.data) {
    const { text = '', unit = '' } = ValueText ?? {};
    console.log(`  ${[ItemMPText, QualColTextStr].filter(Boolean).join(', ')}: ${text} ${unit}`.trimEnd());
  }
}

/** The message says what happened and what to do. It never contains the key. */
function fail({ message }) {
  console.error(message);
  process.exitCode = 1;
}
