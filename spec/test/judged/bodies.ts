import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A 200 body that is judged manually, based only on interface-specification.md. */
export interface JudgedBody {
  /** The line of interface-specification.md that determines the judgement. */
  line: number;
  operation: string;
  what: string;
  body: unknown;
  /** Whether a clause forbids the body. A body that the specification leaves open is not forbidden. */
  isForbidden: boolean;
}

const { components } = JSON.parse(readFileSync(join(import.meta.dirname, '../../dist/openapi.json'), 'utf8'));
const example = (name: string): { data: unknown[] } => components.examples[name].value;

const variants = example('ListVariantsFull');
/** The full body of each operation. Each row changes this body in one place. */
const FULL: Record<string, unknown> = {
  decodeVin: example('DecodeVinFull'),
  decodeVinAll: example('DecodeVinAllFull'),
  getVehicle: example('GetVehicleFull'),
  getFluids: example('GetFluidsFull'),
  getOemParts: example('GetOemPartsFull'),
  getRepairTimes: example('GetRepairTimesFull'),
  listBrands: example('ListBrandsFull'),
  listModels: example('ListModelsFull'),
  // The third variant is left out, because only an assumption allows its open production period.
  listVariants: { ...variants, data: variants.data.slice(0, 2) },
  getEngines: example('GetEnginesFull'),
};

type Path = (string | number)[];

/** Returns a full body with a changed value; undefined removes the field. */
const withValue = (operation: string, path: Path, value: unknown): unknown => changed(FULL[operation], path, value);

function changed(node: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value;
  const copy = (Array.isArray(node) ? [...node] : { ...(node as object) }) as Record<string | number, unknown>;
  if (rest.length === 0 && value === undefined) delete copy[key];
  else copy[key] = changed(copy[key], rest, value);
  return copy;
}

const dataOf = (operation: string) => (FULL[operation] as { data: unknown }).data;
const vehicle = dataOf('decodeVin') as Record<string, unknown>;
const namesOfVehicle = Object.keys(vehicle).filter((name) => name !== 'carId');
const emptyVehicle = { ...vehicle, ...Object.fromEntries(namesOfVehicle.map((name) => [name, ''])) };
const simplified = (data: unknown, more: object = {}) => ({ success: true, data, ...more });
const textId = { ...vehicle, carId: '1888' };

type Row = [line: number, operation: string, what: string, body: unknown];
type Change = [line: number, operation: string, path: Path, value: unknown];

const ALLOWED: Row[] = [
  ...Object.entries(FULL).map(([operation, body], index): Row => [139 + index, operation, 'the example', body]),
  [26, 'getFluids', 'the bare array of the sample', dataOf('getFluids')],
  [26, 'getFluids', 'without timestamp and api_version', simplified(dataOf('getFluids'))],
  [26, 'decodeVin', 'without timestamp and api_version, carId as a string', simplified(textId)],
  // "VIN-decode" may refer to both decode operations (lines 9, 139, 140) or only to the sample operation, so a simplified
  // decodeVinAll is not judged here.
  [26, 'decodeVin', 'without api_version only', simplified(textId, { timestamp: '2025-07-02T22:37:25+00:00' })],
  [26, 'decodeVin', 'without timestamp only', simplified(textId, { api_version: '2.0' })],
  [26, 'decodeVin', 'without both, carId as a number', simplified(vehicle)],
  [34, 'decodeVin', 'simplified, carId with letters', simplified({ ...vehicle, carId: 'A-1' })],
  [34, 'decodeVin', 'simplified, carId with a leading zero', simplified({ ...vehicle, carId: '01888' })],
  [30, 'decodeVin', 'every field except carId empty', changed(FULL.decodeVin, ['data'], emptyVehicle)],
];

const ALLOWED_CHANGES: Change[] = [
  [22, 'getVehicle', ['timestamp'], '2025-07-02T22:37:25.123456+02:00'],
  [22, 'getVehicle', ['timestamp'], '2025-07-02T22:37-05:00'],
  [22, 'getVehicle', ['timestamp'], '20250702T223725+0000'],
  [22, 'getVehicle', ['timestamp'], '2025-183T22:37:25+00:00'],
  [22, 'getVehicle', ['timestamp'], '2025-W27-3T22:37:25+00:00'],
  [23, 'getVehicle', ['api_version'], '3.1'],
  [23, 'getVehicle', ['api_version'], ''],
  [17, 'getVehicle', ['another'], 'member of the envelope'],
  [30, 'getVehicle', ['data', 'carId'], ''],
  [30, 'getVehicle', ['data', 'cubicCapacityLiters'], ''],
  [34, 'getVehicle', ['data', 'carId'], 0],
  [35, 'getVehicle', ['data', 'vin'], 'WVWZZZ1KZAW000001'],
  [39, 'getVehicle', ['data', 'yearEnd'], ''],
  [45, 'getVehicle', ['data', 'cubicCapacityLiters'], 1.968],
  [68, 'getVehicle', ['data', 'fuel'], 'any text'],
  [72, 'getFluids', ['data', 0, 'ItemMPText'], ''],
  [74, 'getFluids', ['data', 0, 'AddTextStr'], undefined],
  [78, 'getFluids', ['data', 0, 'ValueText'], '500 - 550'],
  [87, 'getOemParts', ['data', 0, 'shortname'], ''],
  [87, 'getOemParts', ['data', 0, 'shortname'], undefined],
  [91, 'getOemParts', ['data', 0, 'parts', 0, 'oe_number'], '1K0 129 620 D'],
  [99, 'getRepairTimes', ['data', 0, 'hours'], '3.4'],
  [99, 'getRepairTimes', ['data', 0, 'hours'], '1,6'],
  [99, 'getRepairTimes', ['data', 0, 'hours'], '.5'],
  [99, 'getRepairTimes', ['data', 0, 'hours'], '3'],
  [103, 'listBrands', ['data', 0, 'name'], 'ГАЗ'],
  [103, 'listModels', ['data', 0, 'slug'], 'ds-4.1'],
  [111, 'listVariants', ['data', 0, 'fullTitle'], ''],
  [122, 'getEngines', ['data', 0, 'Until'], ''],
  [125, 'getEngines', ['data', 0, 'EngineDetails', 'EngineCode'], ''],
  [127, 'getEngines', ['data', 0, 'EngineDetails', 'EngineAttributes', 0, 'Group'], 'Another'],
  [140, 'decodeVinAll', ['data'], []],
  [145, 'listBrands', ['data'], []],
];

const FORBIDDEN: Row[] = [
  [17, 'getVehicle', 'the bare vehicle', dataOf('getVehicle')],
  [17, 'listBrands', 'a bare array', dataOf('listBrands')],
  [17, 'decodeVinAll', 'a bare array', dataOf('decodeVinAll')],
  [26, 'getVehicle', 'without timestamp and api_version', simplified(dataOf('getVehicle'))],
  [26, 'getOemParts', 'without timestamp and api_version', simplified(dataOf('getOemParts'))],
  [30, 'decodeVin', 'simplified, without make', simplified({ ...textId, make: undefined })],
  [30, 'decodeVin', 'simplified, without valves', simplified({ ...textId, valves: undefined })],
  [46, 'decodeVin', 'simplified, powerHpFrom as a string', simplified({ ...textId, powerHpFrom: '143' })],
  [139, 'decodeVin', 'an array of vehicles', changed(FULL.decodeVin, ['data'], [vehicle])],
  [140, 'decodeVinAll', 'one vehicle', changed(FULL.decodeVinAll, ['data'], vehicle)],
];

const FORBIDDEN_CHANGES: Change[] = [
  [21, 'decodeVin', ['success'], false],
  [21, 'getFluids', ['success'], false],
  [21, 'decodeVin', ['success'], 'true'],
  [17, 'decodeVin', ['success'], undefined],
  [22, 'getVehicle', ['timestamp'], '2025-07-02T22:37:25Z'],
  [22, 'getVehicle', ['timestamp'], '2025-07-02T22:37:25'],
  [22, 'getVehicle', ['timestamp'], '2025-07-02'],
  [22, 'getVehicle', ['timestamp'], '2025-13-02T22:37:25+00:00'],
  [22, 'getVehicle', ['timestamp'], '2025-07-02T25:37:25+00:00'],
  [22, 'getVehicle', ['timestamp'], 1751495845],
  [22, 'getVehicle', ['timestamp'], ''],
  [26, 'getVehicle', ['timestamp'], undefined],
  [23, 'getVehicle', ['api_version'], 2],
  [26, 'listBrands', ['api_version'], undefined],
  [17, 'getVehicle', ['data'], undefined],
  [24, 'getVehicle', ['data'], null],
  [24, 'getVehicle', ['data'], 'text'],
  [142, 'getFluids', ['data'], {}],
  [30, 'getVehicle', ['data', 'make'], undefined],
  [30, 'getVehicle', ['data', 'valves'], undefined],
  [30, 'getVehicle', ['data', 'carId'], undefined],
  [30, 'decodeVinAll', ['data', 0, 'make'], undefined],
  [30, 'getVehicle', ['data', 'fuel'], null],
  [34, 'getVehicle', ['data', 'carId'], '25573'],
  [34, 'decodeVin', ['data', 'carId'], '25573'],
  [34, 'getVehicle', ['data', 'carId'], 1.5],
  [35, 'getVehicle', ['data', 'vin'], null],
  [38, 'getVehicle', ['data', 'year'], '08'],
  [38, 'getVehicle', ['data', 'year'], 2008],
  [44, 'getVehicle', ['data', 'cubicCapacityCcm'], '1968'],
  [45, 'getVehicle', ['data', 'cubicCapacityLiters'], '2,0'],
  [46, 'getVehicle', ['data', 'powerHpFrom'], 140.5],
  [49, 'getVehicle', ['data', 'kwPowerTo'], null],
  [50, 'getVehicle', ['data', 'cylinder'], '4'],
  [57, 'getVehicle', ['data', 'tonnage'], 3.5],
  [58, 'getVehicle', ['data', 'axleLoadFromKg'], 1000],
  [72, 'getFluids', ['data', 0, 'ValueText'], 4.3],
  [72, 'getFluids', ['data', 0, 'AddTextStr'], null],
  [86, 'getOemParts', ['data', 0, 'group'], null],
  [89, 'getOemParts', ['data', 0, 'parts'], {}],
  [91, 'getOemParts', ['data', 0, 'parts', 0, 'oe_number'], 115562],
  [99, 'getRepairTimes', ['data', 0, 'hours'], 1.6],
  [99, 'getRepairTimes', ['data', 0, 'hours'], 'soon'],
  [99, 'getRepairTimes', ['data', 0, 'hours'], ''],
  [103, 'listBrands', ['data', 0, 'name'], undefined],
  [103, 'listModels', ['data', 0, 'slug'], undefined],
  [103, 'listModels', ['data', 0, 'slug'], 'Golf-VI'],
  [103, 'listModels', ['data', 0, 'slug'], 'golf vi'],
  [110, 'listVariants', ['data', 0, 'typeYears'], '10.2008 - '],
  [110, 'listVariants', ['data', 0, 'typeYears'], '13.2008 - 11.2012'],
  [110, 'listVariants', ['data', 0, 'typeYears'], '2008 - 2012'],
  [120, 'getEngines', ['data', 0, 'kiloWatts'], '103'],
  [120, 'getEngines', ['data', 0, 'kiloWatts'], ''],
  [121, 'getEngines', ['data', 0, 'From'], ''],
  [121, 'getEngines', ['data', 0, 'From'], '10.2008'],
  [122, 'getEngines', ['data', 0, 'Until'], null],
  [123, 'getEngines', ['data', 0, 'EngineDetails'], []],
  [125, 'getEngines', ['data', 0, 'EngineDetails', 'EngineAttributes', 0, 'Value'], 103],
  [125, 'getEngines', ['data', 0, 'EngineDetails', 'EngineAttributes', 0, 'Name'], undefined],
];

const toRow = ([line, operation, path, value]: Change): Row => [
  line,
  operation,
  `${path.join('.')} ${value === undefined ? 'is missing' : `is ${JSON.stringify(value)}`}`,
  withValue(operation, path, value),
];
const judged =
  (isForbidden: boolean) =>
  ([line, operation, what, body]: Row): JudgedBody => ({
    line,
    operation,
    what,
    // As sent on the wire, where undefined fields are absent.
    body: JSON.parse(JSON.stringify(body)),
    isForbidden,
  });

export const judgedBodies: JudgedBody[] = [
  ...[...ALLOWED, ...ALLOWED_CHANGES.map(toRow)].map(judged(false)),
  ...[...FORBIDDEN, ...FORBIDDEN_CHANGES.map(toRow)].map(judged(true)),
];
