import { createHash } from 'node:crypto';
import {
  type DocumentRecord,
  forEachList,
  type VariantEntry,
  type VehicleEntry,
} from '../catalogue/catalogue-entry.ts';
import type { Decision } from './decision-graph.ts';
import type { Attributes, ElementName, SchemaRule, VpicData } from './vpic-data.ts';

/** A vehicle in vPIC, without its model year and VINs. */
export interface VpicVehicle {
  /** Identifier that is the same in every release of the data. */
  identity: string;
  make: { id: number; name: string };
  model: { id: number; name: string };
  /** Known series, trim and engine: `XLT 5.0 V8`. */
  variant: string;
  attributes: Attributes;
}

/** Attributes that distinguish vehicles. A later release may correct the other attributes. */
const IDENTIFYING: readonly ElementName[] = [
  'body',
  'fuel',
  'litres',
  'engineModel',
  'series',
  'trim',
  'doors',
  'drive',
];

/** Returns the vehicle of a decision; undefined if the data do not contain its model. */
export function vehicleOf(decision: Decision, data: VpicData): VpicVehicle | undefined {
  const own: Attributes = {};
  for (const { name, value } of decision.rules as SchemaRule[]) own[name] = value.trim();
  const attributes = { ...data.engineModels.get(own.engineModel?.toLowerCase() ?? ''), ...own };
  if (attributes.litres === undefined && number(attributes.ccm) !== undefined) {
    attributes.litres = String(Number(attributes.ccm) / 1000);
  }
  const model = data.models.get(attributes.model ?? '');
  const make = model && data.makes.get(model.make);
  if (!model || make === undefined) return undefined;
  return {
    identity: [model.make, model.id, ...IDENTIFYING.map((name) => normalised(attributes[name]))].join('|'),
    make: { id: model.make, name: make },
    model,
    variant: variantName(attributes),
    attributes,
  };
}

/** Merges two descriptions of a vehicle, and omits attributes that differ. */
export function agreed(one: VpicVehicle, other: VpicVehicle): VpicVehicle {
  const attributes = Object.fromEntries(
    Object.entries(one.attributes).filter(([name, value]) => {
      return normalised(value) === normalised(other.attributes[name as ElementName]);
    }),
  );
  return { ...one, variant: variantName(attributes), attributes };
}

/** Returns the carId for a vehicle and year, an integer that is safe in every JSON parser. */
function carIdOf({ identity }: VpicVehicle, year: number): number {
  const digest = createHash('sha256').update(`${identity}|${year}`).digest();
  return Number(digest.readBigUInt64BE() % BigInt(Number.MAX_SAFE_INTEGER)) + 1;
}

/** Returns the catalogue line of a vehicle. The model year replaces the years of production, which vPIC does not contain. */
export function vehicleLine(vehicle: VpicVehicle, year: number, patterns: string[], data: VpicData): VehicleEntry {
  const { make, model, attributes } = vehicle;
  const named = (element: ElementName): string => data.names[element]?.get(attributes[element] ?? '') ?? '';
  const horsepower = number(attributes.horsepowerFrom);
  const highest = number(attributes.horsepowerTo);
  const kilowatts = number(attributes.kilowatts) ?? inKilowatts(horsepower);
  const litres = number(attributes.litres);
  const doors = attributes.doors ? `, ${attributes.doors} doors` : '';
  const record = {
    carId: carIdOf(vehicle, year),
    vin: '',
    make: make.name,
    model: model.name,
    year: String(year),
    yearEnd: String(year),
    description: `${title(vehicle)}${doors}`,
    body: named('body'),
    fuel: [named('fuel'), named('secondaryFuel')].filter(Boolean).join(' / '),
    engine: attributes.engineModel ?? '',
    cubicCapacityCcm: rounded(number(attributes.ccm) ?? (litres === undefined ? undefined : litres * 1000)),
    cubicCapacityLiters: litres ?? '',
    powerHpFrom: rounded(horsepower),
    powerHpTo: rounded(highest ?? horsepower),
    kwPowerFrom: rounded(kilowatts),
    kwPowerTo: rounded(inKilowatts(highest) ?? kilowatts),
    cylinder: rounded(number(attributes.cylinders)),
    drive: named('drive'),
    valves: '',
    fuelMixtureFormation: named('fuelDelivery'),
    aspiration: attributes.turbo === TURBO ? 'Turbocharged' : '',
    cylinderDesign: named('engineConfiguration'),
    coolingType: named('cooling'),
    ...EMPTY,
  };
  return {
    kind: 'vehicle',
    patterns,
    record,
    ...forEachList(() => []),
    engines: engines(vehicle, record, year),
  };
}

/** Returns the catalogue line of a variant. */
export function variantLine(
  vehicle: VpicVehicle,
  from: number,
  until: number,
  slugs: { brand: string; model: string },
): VariantEntry {
  return {
    kind: 'variant',
    ...slugs,
    record: {
      typeName: vehicle.variant || vehicle.model.name,
      typeYears: `01.${from} - 12.${until}`,
      fullTitle: title(vehicle),
    },
  };
}

/** Fields without data in vPIC. */
const EMPTY = Object.fromEntries(
  [
    'tonnage',
    'axleLoadFromKg',
    'axleLoadToKg',
    'axleStyle',
    'axleType',
    'axleBody',
    'axleConfiguration',
    'wheelMounting',
    'brakeType',
    'hmdMfrModelName',
  ].map((name) => [name, '']),
);

/** Value of the element "turbo" that means yes. */
const TURBO = '1';
const KILOWATTS_PER_HORSEPOWER = 0.7457;
/** Common abbreviations of `EngineConfiguration` values. */
const SHAPES: Record<string, string> = { '1': 'I', '2': 'V', '3': 'R', '4': 'W', '5': 'H' };

const title = ({ make, model, variant }: VpicVehicle): string =>
  [make.name, model.name, variant].filter(Boolean).join(' ');

function variantName({ series, trim, litres, engineConfiguration, cylinders }: Attributes): string {
  const capacity = number(litres);
  const shape = number(cylinders) === undefined ? undefined : SHAPES[engineConfiguration ?? ''];
  const parts = [series, trim, capacity?.toFixed(1), shape && `${shape}${cylinders}`];
  return parts.filter(Boolean).join(' ');
}

/** Returns the engine if its power is known: the document requires the power, which vPIC contains for few vehicles. */
function engines({ make, model, variant }: VpicVehicle, record: DocumentRecord, year: number): DocumentRecord[] {
  const { engine, kwPowerFrom } = record;
  if (engine === '' || kwPowerFrom === '') return [];
  const attributes = [
    { Group: 'General', Name: 'Fuel', Value: record.fuel },
    { Group: 'General', Name: 'Cylinders', Value: String(record.cylinder) },
    { Group: 'TechnicalData', Name: 'Power', Value: `${kwPowerFrom} kW` },
    { Group: 'TechnicalData', Name: 'Power', Value: `${record.powerHpFrom} hp` },
    { Group: 'TechnicalData', Name: 'Displacement', Value: `${record.cubicCapacityCcm} ccm` },
  ];
  return [
    {
      Brand: make.name,
      Model: model.name,
      Description: variant || engine,
      kiloWatts: kwPowerFrom,
      From: `${year}-01`,
      Until: `${year}-12`,
      EngineDetails: {
        EngineCode: engine,
        EngineFullDescription: [variant, engine, `${kwPowerFrom} kW`].filter(Boolean).join(' '),
        EngineAttributes: attributes.filter(({ Value }) => /^\S/.test(String(Value))),
      },
    },
  ];
}

/** Parses a positive number; returns undefined for other strings, such as `TBD`. */
function number(text: string | undefined): number | undefined {
  const value = Number(text);
  return text && value > 0 && Number.isFinite(value) ? value : undefined;
}

const rounded = (value: number | undefined): number | '' => (value === undefined ? '' : Math.round(value));

const inKilowatts = (horsepower: number | undefined): number | undefined =>
  horsepower === undefined ? undefined : horsepower * KILOWATTS_PER_HORSEPOWER;

/** Returns the same string for equivalent values: `2` and `2.0`, or strings that differ only in case and white space. */
const normalised = (text = ''): string => String(number(text) ?? text.toLowerCase().replaceAll(/\s+/g, ' '));
