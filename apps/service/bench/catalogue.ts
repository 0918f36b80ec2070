import { openCatalogue } from '../src/catalogue/sqlite-catalogue.ts';
import { syntheticCatalogue, syntheticVins } from './synthetic.ts';

// The first match of a 17-character VIN, record and all, among one million and among ten million patterns: rounds of
// the two alternate in one run, so that the machine's noise falls on both.
const SIZES = [1_000_000, 10_000_000] as const;
const ROUNDS = 10;
const VINS_PER_ROUND = 5000;
const TARGETS = { ratio: 2, p99: 250 };

async function contender(patterns: number) {
  const started = performance.now();
  const path = await syntheticCatalogue(patterns);
  const seconds = (performance.now() - started) / 1000;
  const catalogue = openCatalogue(path, 'bench');
  const vins = syntheticVins(path, (ROUNDS + 1) * VINS_PER_ROUND);
  const microseconds: number[] = [];
  const round = async (measured: boolean): Promise<void> => {
    for (const vin of vins.splice(0, VINS_PER_ROUND)) {
      const before = process.hrtime.bigint();
      const found = await catalogue.firstMatch(vin);
      const after = process.hrtime.bigint();
      if (found === undefined) throw new Error(`no match for ${vin}, though it was made from a pattern`);
      if (measured) microseconds.push(Number(after - before) / 1000);
    }
  };
  return { patterns, seconds, catalogue, microseconds, round };
}

function quantile(sorted: number[], q: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN;
}

const [small, large] = [await contender(SIZES[0]), await contender(SIZES[1])];
for (const { patterns, seconds } of [small, large]) {
  console.log(`${patterns.toLocaleString('en')} patterns: ready in ${seconds.toFixed(1)} s`);
}
for (const { round } of [small, large]) await round(false);
for (let i = 0; i < ROUNDS; i++) for (const { round } of [small, large]) await round(true);

const [p, q] = [small, large].map(({ patterns, microseconds }) => {
  const sorted = microseconds.sort((a, b) => a - b);
  const figures = { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) };
  console.log(
    `first match among ${patterns.toLocaleString('en')} patterns: p50 ${figures.p50.toFixed(1)} µs, p99 ${figures.p99.toFixed(1)} µs`,
  );
  return figures;
});
if (p && q) {
  const ratio = q.p50 / p.p50;
  console.log(`p50 at ten millions / p50 at one: ${ratio.toFixed(2)} (at most ${TARGETS.ratio.toFixed(1)})`);
  console.log(`p99 at ten millions: ${q.p99.toFixed(0)} µs (at most ${TARGETS.p99})`);
  if (ratio > TARGETS.ratio || q.p99 > TARGETS.p99) process.exitCode = 1;
}
for (const { catalogue } of [small, large]) catalogue.close();
