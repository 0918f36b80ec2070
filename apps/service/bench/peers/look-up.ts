// Looks up VINs in a catalogue file as an instance does. It has no other tasks, so its memory usage is the memory usage of
// look-ups. The argument is the file, and standard input is a JSON list of VINs. Prints the median in microseconds and the memory
// in bytes.
import { text } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openCatalogue } from '../../src/catalogue/files/open-catalogue.ts';

const [file = ''] = process.argv.slice(2);
const vins: string[] = JSON.parse(await text(process.stdin));
const catalogue = openCatalogue(file, 'bench');

/** Looks up all VINs and returns the median time. */
async function pass(): Promise<number> {
  const times: number[] = [];
  for (const vin of vins) {
    await nextTurn();
    const before = process.hrtime.bigint();
    await catalogue.firstMatch(vin);
    times.push(Number(process.hrtime.bigint() - before) / 1000);
  }
  return times.toSorted((one, other) => one - other)[Math.floor(vins.length / 2)] ?? Number.NaN;
}
await pass(); // warms up
const p50 = await pass();
console.log(JSON.stringify({ p50, memory: process.memoryUsage.rss() }));
await catalogue.close();
