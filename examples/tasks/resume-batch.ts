// Decodes the VINs of a file, one per line. If the program is restarted, it continues without paying for any VIN twice.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { argv } from 'node:process';
import { createVehicleLookup } from '@vehicle-lookup/client';
import { decodeMany } from '@vehicle-lookup/client/batch';
import { account } from './account.js';

const [, , vins = 'vins.txt', results = 'vehicles.ndjson'] = argv;

const lines = (file: string): string[] =>
  existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
// If the program was killed, the last line may be incomplete and lack its VIN.
const finished = new Set(lines(results).map((line) => /^\{"vin":"(.*?)".*\}$/.exec(line)?.[1]));
if (existsSync(results) && !readFileSync(results, 'utf8').endsWith('\n')) appendFileSync(results, '\n');

const wanted = new Set(lines(vins).filter((vin) => !finished.has(vin)));
const batch = decodeMany(createVehicleLookup(account), wanted);
for await (const item of batch) {
  // A VIN that failed for another reason is requested again in the next run.
  if (!item.ok && item.error.code !== 'not_found') console.error(item.error.message);
  else appendFileSync(results, `${JSON.stringify({ vin: item.input, vehicle: item.ok ? item.data : null })}\n`);
}
console.log(JSON.stringify(batch.summary));
