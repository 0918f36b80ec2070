import { openCatalogue } from '../../../src/catalogue/files/open-catalogue.ts';

// Streams all matches of a VIN and prints the cost: {"records", "bytes", "grownBy" (growth of resident memory in bytes)}.
const [path = '', vin = ''] = process.argv.slice(2);
const catalogue = openCatalogue(path, 'v');
for await (const _ of catalogue.matches(`${vin.slice(0, 3)}99999`)) throw new Error('this VIN has no match');
const before = process.memoryUsage.rss();
let [records, bytes, peak] = [0, 0, before];
for await (const record of catalogue.matches(vin)) {
  bytes += record.length;
  if (records++ % 1000 === 0) peak = Math.max(peak, process.memoryUsage.rss());
}
console.log(JSON.stringify({ records, bytes, grownBy: Math.max(peak, process.memoryUsage.rss()) - before }));
