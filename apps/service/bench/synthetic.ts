import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { cleanUpLater } from '@vehicle-lookup/testing';
import { forEachList, type VehicleEntry, VIN_LENGTH } from '../src/catalogue/catalogue-entry.ts';
import { createCatalogueWriter, openForWriting } from '../src/catalogue/draft/catalogue-writer.ts';
import { removeDatabase } from '../src/catalogue/files/catalogue-files.ts';

const DIRECTORY = join(tmpdir(), 'vehicle-lookup-bench');
const WMIS = 500;
const PATTERNS_PER_VEHICLE = 25;
const MASKS_PER_WMI = 8;
/** Fixed positions in patterns, as manufacturers use them: most of the vehicle descriptor, often the year and the plant. */
const SHAPES = [
  'xxxxxxxx',
  'xxxxxxxx.x',
  'xxxxxxxx.xx',
  'xxxxxx.x.xx',
  'xxxxx.xx.x',
  'xxx...xx.xx',
  'xxxxxxx..xx',
  'xxx.xxxx.xx',
  'xxxx.xxx.x',
  'xxxxxxxx.xxx',
  'xxxxxxxx..x',
  'xxxxxxxx.xxxxx',
];
const VIN_CHARACTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ0123456789';
/** Only a few characters per position, so that keys repeat as in real catalogues. */
const DESCRIPTOR_CHARACTERS = 'ABKZ1359';

/**
 * Creates a catalogue of `patterns` VIN patterns, with 25 patterns per vehicle and 500 WMIs with 8 masks each. The content is the
 * same on every machine. The file stays in the temporary directory for later runs. Ten million patterns take about a minute and 0.9
 * GB.
 * @returns the path of the catalogue file
 */
export async function syntheticCatalogue(patterns: number): Promise<string> {
  const path = join(DIRECTORY, `synthetic-${patterns}-${fingerprint()}.sqlite`);
  if (existsSync(path)) return path;
  mkdirSync(DIRECTORY, { recursive: true });
  const unfinished = `${path}.${process.pid}.unfinished`;
  cleanUpLater(() => removeDatabase(unfinished));
  await fill(unfinished, Math.ceil(patterns / PATTERNS_PER_VEHICLE));
  renameSync(unfinished, path);
  return path;
}

/** Returns VINs of vehicles in a synthetic catalogue. Each VIN matches a randomly selected pattern. */
export function syntheticVins(path: string, count: number, seed = 1): string[] {
  const random = generator(seed);
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    const total = Number(db.prepare('select count(*) as total from vin_pattern').get()?.total);
    const wanted = new Set(Array.from({ length: count }, () => random(total)));
    const drawn: { mask: number; key: string }[] = [];
    let place = 0;
    for (const row of db.prepare('select mask, key from vin_pattern').iterate()) {
      if (wanted.has(place++)) drawn.push(row as { mask: number; key: string });
    }
    return Array.from({ length: count }, () => {
      const { mask, key } = drawn[random(drawn.length)] as { mask: number; key: string };
      let used = 0;
      const character = (i: number) => ((mask >> i) & 1 ? key[used++] : pick(VIN_CHARACTERS, random));
      return Array.from({ length: VIN_LENGTH }, (_, i) => character(i)).join('');
    });
  } finally {
    db.close();
  }
}

/** Returns a hash of all sources that determine the file's content. */
function fingerprint(): string {
  const hash = createHash('sha256').update(readFileSync(import.meta.filename));
  for (const module of ['files/catalogue-tables', 'vin/vin-filter', 'vin/vin-mask', 'draft/catalogue-writer']) {
    hash.update(readFileSync(join(import.meta.dirname, '../src/catalogue', `${module}.ts`)));
  }
  return hash.digest('hex').slice(0, 8);
}

async function fill(path: string, vehicles: number): Promise<void> {
  const db = openForWriting(path);
  const writer = createCatalogueWriter(db);
  const random = generator(7);
  for (let i = 1; i <= vehicles; i++) {
    writer.add(vehicle(i, random));
    // Signals are handled only between turns of the event loop.
    if (i % 1_000 === 0) await nextTurn();
  }
  writer.finish();
  db.close();
}

type Random = (below: number) => number;

/** Returns a mulberry32 generator, which produces the same numbers for the same seed. */
function generator(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

const pick = (characters: string, random: Random): string => characters.charAt(random(characters.length));

function vehicle(carId: number, random: Random): VehicleEntry {
  const wmiNumber = random(WMIS);
  const patterns = new Set<string>();
  while (patterns.size < PATTERNS_PER_VEHICLE) patterns.add(pattern(wmiNumber, random));
  const year = String(1990 + random(35));
  return {
    kind: 'vehicle',
    patterns: [...patterns],
    record: record(carId, year),
    ...forEachList(() => []),
  };
}

function pattern(wmiNumber: number, random: Random): string {
  const shape = SHAPES[(wmiNumber + random(MASKS_PER_WMI)) % SHAPES.length] ?? '';
  let text = 'W'.concat(
    VIN_CHARACTERS.charAt(Math.floor(wmiNumber / VIN_CHARACTERS.length)),
    VIN_CHARACTERS.charAt(wmiNumber % VIN_CHARACTERS.length),
  );
  for (let i = text.length; i < shape.length; i++) {
    text += shape[i] === '.' ? '.' : pick(i < 8 ? DESCRIPTOR_CHARACTERS : VIN_CHARACTERS, random);
  }
  return text;
}

const record = (carId: number, year: string): VehicleEntry['record'] => ({
  carId,
  vin: '',
  make: 'Synthetic',
  model: `Model ${carId % 1000}`,
  year,
  yearEnd: '',
  description: `Synthetic Model ${carId % 1000} 2.0 TDI`,
  body: 'Hatchback',
  fuel: 'Diesel',
  engine: 'CBAB',
  cubicCapacityCcm: 1968,
  cubicCapacityLiters: 2,
  powerHpFrom: 140,
  powerHpTo: '',
  kwPowerFrom: 103,
  kwPowerTo: '',
  cylinder: 4,
  drive: 'Front-wheel drive',
  valves: 16,
  fuelMixtureFormation: 'Common rail direct injection',
  aspiration: 'Turbocharger with intercooler',
  cylinderDesign: 'Inline',
  coolingType: 'Water-cooled',
  tonnage: '',
  axleLoadFromKg: '',
  axleLoadToKg: '',
  axleStyle: '',
  axleType: '',
  axleBody: '',
  axleConfiguration: '',
  wheelMounting: '',
  brakeType: 'Hydraulic',
  hmdMfrModelName: '',
});
