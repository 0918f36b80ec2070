// Decodes the VINs of a file, a line each. Started again, it continues: nothing is paid for twice.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { argv } from 'node:process';
import { createVehicleLookup } from '@vehicle-lookup/client';
import { decodeMany } from '@vehicle-lookup/client/batch';
import { account } from './account.js';

const [, , vins = 'vins.txt', results = 'vehicles.ndjson'] = argv;

const lines = (file: string): string[] =>
  existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
// The last line may be half written, if the program was killed: it has no VIN.
const finished = new Set(lines(results).map((line) => /^\{"vin":"(.*?)".*\}$/.exec(line)?.[1]));
if (existsSync(results) && !readFileSync(results, 'utf8').endsWith('\n')) appendFileSync(results, '\n');

const wanted = new Set(lines(vins).filter((vin) => !finished.has(vin)));
const batch = decodeMany(createVehicleLookup(account), wanted);
for await (const item of batch) {
  // What failed for another reason is asked again next time.
  if (!item.ok && item.error.code !== 'not_found') console.error(item.error.message);
  else appendFileSync(results, `${JSON.stringify({ vin: item.input, vehicle: item.ok ? item.data : null })}\n`);
}
console.log(JSON.stringify(batch.summary));
