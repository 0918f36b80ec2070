import {
  type CatalogueEntry,
  type DocumentRecord,
  forEachList,
  type VehicleEntry,
} from '../src/catalogue/catalogue-entry.ts';
import { details } from './details.ts';
import { ENGINES, type Engine } from './tables/engines.ts';
import { MAKES, type Make, type Model, type Type } from './tables/models.ts';

/** The first carId of the tables; those of the document are far away. */
const FIRST_CAR_ID = 30_001;

/** The tables as entries, without the ones in `given`. */
export function tableEntries(given: CatalogueEntry[]): CatalogueEntry[] {
  const carIds = { next: FIRST_CAR_ID };
  const known = new Set(given.flatMap(names));
  return MAKES.flatMap((make): CatalogueEntry[] => [
    { kind: 'brand', name: make.name, slug: make.slug },
    ...make.models.flatMap((model) => modelEntries(make, model, carIds)),
  ]).filter((entry) => !names(entry).some((name) => known.has(name)));
}

/** What an entry defines: a brand, a model, or all variants of a model. */
function names(entry: CatalogueEntry): string[] {
  if (entry.kind === 'brand') return [entry.slug];
  if (entry.kind === 'model') return [`${entry.brand} ${entry.slug}`];
  return entry.kind === 'variant' ? [`variants of ${entry.brand} ${entry.model}`] : [];
}

function modelEntries(make: Make, model: Model, carIds: { next: number }): CatalogueEntry[] {
  const { name, slug, types, bodies } = model;
  const brand = make.slug;
  return [
    { kind: 'model', brand, name, slug },
    ...types.map(
      (type): CatalogueEntry => ({ kind: 'variant', brand, model: slug, record: variant(make, model, type) }),
    ),
    ...types.flatMap((type) => bodies.map((body) => vehicle(make, model, type, body, carIds.next++))),
  ];
}

const title = (make: Make, model: Model, type: Type): string => `${make.name} ${model.name} ${type.name}`;

const variant = (make: Make, model: Model, type: Type): DocumentRecord => ({
  typeName: type.name,
  typeYears: `${model.from} - ${model.until ?? ''}`,
  fullTitle: title(make, model, type),
});

function vehicle(make: Make, model: Model, type: Type, body: string, carId: number): VehicleEntry {
  const engine = engineOf(type);
  const record = {
    carId,
    vin: '',
    make: make.name,
    model: model.name,
    year: yearOf(model.from),
    yearEnd: yearOf(model.until ?? ''),
    description: type.name,
    body,
    fuel: engine.fuel,
    engine: `${engine.fuel} Engine`,
    cubicCapacityCcm: engine.ccm ?? '',
    cubicCapacityLiters: engine.ccm === undefined ? '' : Math.round(engine.ccm / 100) / 10,
    powerHpFrom: engine.hp,
    powerHpTo: '',
    kwPowerFrom: engine.kw,
    kwPowerTo: '',
    cylinder: engine.cylinders ?? '',
    drive: type.drive,
    // For each cylinder, as real responses have it.
    valves: engine.valves && engine.cylinders ? engine.valves / engine.cylinders : '',
    fuelMixtureFormation: engine.mixture,
    aspiration: engine.aspiration,
    cylinderDesign: engine.design,
    coolingType: 'Water-cooled',
    tonnage: body === 'Van' ? '3.5' : '',
    axleLoadFromKg: '',
    axleLoadToKg: '',
    axleStyle: '',
    axleType: '',
    axleBody: '',
    axleConfiguration: '',
    wheelMounting: '',
    brakeType: 'Hydraulic',
    hmdMfrModelName: '',
  };
  return {
    kind: 'vehicle',
    patterns: patterns(model, type),
    record,
    ...forEachList(() => []),
    ...details(record, type.engine, make.oe),
    engines: [engineRecord(make, model, type, engine)],
  };
}

function engineOf({ engine }: Type): Engine {
  const found = ENGINES[engine];
  if (!found) throw new Error(`demo/tables: no engine ${engine}`);
  return found;
}

const yearOf = (month: string): string => month.slice(3);

/** `10.2008` as `2008-10`. */
const isoMonth = (month: string): string => month && `${month.slice(3)}-${month.slice(0, 2)}`;

/** The tenth character of a VIN from 2001 on (ISO 3779): digits, then letters without I, O, Q, U and Z. */
const MODEL_YEARS = '123456789ABCDEFGHJKLMNPRSTVWXY';

/** The patterns of a model that is still built end here. */
const LAST_YEAR = 2026;

function patterns({ vin, from, until }: Model, type: Type): string[] {
  const [first, last] = [Number(yearOf(from)), until === undefined ? LAST_YEAR : Number(yearOf(until))];
  const code = [...(type.code ?? '')];
  const template = (type.vin ?? vin).replaceAll('*', () => code.shift() ?? '').padEnd(17, '.');
  if (!template.includes('?')) return [template];
  return [...MODEL_YEARS.slice(first - 2001, last - 2000)].map((year) => template.replace('?', year));
}

function engineRecord(make: Make, model: Model, type: Type, engine: Engine): DocumentRecord {
  const { fuel, design, kw, hp, ccm, bore, stroke, compression } = engine;
  const attribute = (Group: string, Name: string, Value: string | 0 | undefined) =>
    Value ? [{ Group, Name, Value }] : [];
  return {
    Brand: make.name,
    Model: model.name,
    Description: type.name,
    kiloWatts: kw,
    From: isoMonth(model.from),
    Until: isoMonth(model.until ?? ''),
    EngineDetails: {
      EngineCode: type.engine,
      EngineFullDescription: `${type.name} ${type.engine} ${kw} kW`,
      EngineAttributes: [
        ...attribute('General', 'Fuel', fuel),
        // Localised text, as real responses have it.
        ...attribute('General', 'Cylinder design', design && (design === 'V' ? 'V-Motor' : 'Reihenmotor')),
        ...attribute('TechnicalData', 'Power', `${kw} kW`),
        ...attribute('TechnicalData', 'Power', `${hp} PS`),
        ...attribute('TechnicalData', 'Displacement', ccm && `${ccm} ccm`),
        ...attribute('TechnicalData', 'Bore', bore && `${bore.toFixed(1).replace('.', ',')} mm`),
        ...attribute('TechnicalData', 'Stroke', stroke && `${stroke.toFixed(1).replace('.', ',')} mm`),
        ...attribute('TechnicalData', 'Compression ratio', compression && `${compression.toFixed(1)}:1`),
      ],
    },
  };
}
