import type { DatabaseSync } from 'node:sqlite';
import type { GraphLimits, PatternRule } from './decision-graph.ts';
import { type AllowedCharacters, readKeys, YEAR_INDEX } from './keys.ts';

/** IDs of vPIC's elements, the attributes that a VIN pattern can describe. */
export const ELEMENT = {
  body: 5,
  cylinders: 9,
  ccm: 11,
  litres: 13,
  doors: 14,
  drive: 15,
  engineModel: 18,
  kilowatts: 21,
  fuel: 24,
  model: 28,
  series: 34,
  trim: 38,
  engineConfiguration: 64,
  secondaryFuel: 66,
  fuelDelivery: 67,
  horsepowerFrom: 71,
  cooling: 122,
  horsepowerTo: 125,
  turbo: 135,
} as const;

export type ElementName = keyof typeof ELEMENT;

/** Elements by importance. If there are too many combinations, the last elements are left out. */
export const BY_IMPORTANCE: readonly ElementName[] = [
  'model',
  'series',
  'body',
  'fuel',
  'litres',
  'cylinders',
  'engineModel',
  'trim',
  'doors',
  'drive',
  'secondaryFuel',
  'ccm',
  'engineConfiguration',
  'turbo',
  'horsepowerFrom',
  'horsepowerTo',
  'kilowatts',
  'fuelDelivery',
  'cooling',
];

/** Attribute values of a vehicle by element: an ID in a vPIC table, or a string. */
export type Attributes = Partial<Record<ElementName, string>>;

/** A manufacturer code (WMI) and the schemas that describe its VINs. */
export interface Manufacturer {
  /** Characters 1 to 3 of its VINs, or six characters that include characters 12 to 14. */
  wmi: string;
  /** True if the seventh character distinguishes the two years with the same year character. */
  isLight: boolean;
  /** Limits on the details of its vehicles in one model year. */
  budget: GraphLimits;
  schemas: SchemaUse[];
}

export interface SchemaUse {
  schema: number;
  /** Model years. */
  from: number;
  to: number;
}

/** A pattern of a schema, with the values that determine its rank. */
export interface SchemaRule extends PatternRule {
  name: ElementName;
  id: number;
  changed: string;
  keys: string;
}

/** The data of vPIC that a catalogue requires, in memory. */
export interface VpicData {
  /** Day of the last change in the data, such as 2026-03-12. */
  released: string;
  manufacturers: Manufacturer[];
  rules: Map<number, SchemaRule[]>;
  /** Schemas with rules that depend on the model year. */
  datedSchemas: Set<number>;
  /** Patterns that no VIN matches. */
  unusable: { id: number; keys: string }[];
  /** Names by element and ID. */
  names: Partial<Record<ElementName, Map<string, string>>>;
  makes: Map<number, string>;
  models: Map<string, { id: number; name: string; make: number }>;
  /** Attributes by the lower-case name of an engine model. */
  engineModels: Map<string, Partial<Record<ElementName, string>>>;
}

/** Trailers are skipped, because they have no engine, and most manufacturers in vPIC are trailer manufacturers. */
const TRAILER = 6;
const PASSENGER_CAR = 2;
const TRUCK = 3;
const MPV = 7;
const LIGHT_TRUCK = 1;
const INCOMPLETE = 10;

/** Cars have the largest budget, because other vehicles have many combinations but are rarely looked up. */
const LARGE_BUDGET: GraphLimits = { paths: 2000, decisions: 150 };
const MIDDLE_BUDGET: GraphLimits = { paths: 300, decisions: 40 };
const SMALL_BUDGET: GraphLimits = { paths: 60, decisions: 10 };
const BUDGETS = new Map([
  [PASSENGER_CAR, LARGE_BUDGET],
  [MPV, LARGE_BUDGET],
  [TRUCK, LARGE_BUDGET],
  [INCOMPLETE, MIDDLE_BUDGET],
]);

/** Tables with the names of an element's values. */
const NAME_TABLES: Partial<Record<ElementName, string>> = {
  body: 'BodyStyle',
  fuel: 'FuelType',
  secondaryFuel: 'FuelType',
  drive: 'DriveType',
  engineConfiguration: 'EngineConfiguration',
  fuelDelivery: 'FuelDeliveryType',
  cooling: 'CoolingType',
};

const ELEMENT_NAMES = new Map<number, ElementName>(BY_IMPORTANCE.map((name) => [ELEMENT[name], name]));
const ELEMENTS = [...ELEMENT_NAMES.keys()].join();

/** Reads the data that a catalogue requires from vPIC's SQLite file, without trailers and unused patterns. */
export function readVpicData(db: DatabaseSync): VpicData {
  return {
    released: String(db.prepare('select max(coalesce(UpdatedOn, CreatedOn)) as day from Pattern').get()?.day).slice(
      0,
      10,
    ),
    manufacturers: readManufacturers(db),
    ...readRules(db),
    names: Object.fromEntries(Object.entries(NAME_TABLES).map(([element, table]) => [element, namesIn(db, table)])),
    makes: new Map([...namesIn(db, 'Make')].map(([id, name]) => [Number(id), name])),
    models: readModels(db),
    engineModels: readEngineModels(db),
  };
}

/** Reads the rules of each schema; identical keys are parsed only once. */
function readRules(db: DatabaseSync): Pick<VpicData, 'rules' | 'datedSchemas' | 'unusable'> {
  const rules: VpicData['rules'] = new Map();
  const datedSchemas = new Set<number>();
  const unusable: VpicData['unusable'] = [];
  const known = new Map<string, AllowedCharacters | undefined>();
  const rows = db.prepare(`select Id, VinSchemaId, Keys, ElementId, AttributeId, coalesce(UpdatedOn, CreatedOn, '')
    from Pattern where ElementId in (${ELEMENTS}) order by Id`);
  rows.setReturnArrays(true);
  for (const row of rows.iterate() as unknown as Iterable<[number, number, string, number, string, string]>) {
    const [id, schema, keys, element, value, changed] = row;
    if (!known.has(keys)) known.set(keys, readKeys(keys));
    const allowed = known.get(keys);
    if (!allowed) {
      unusable.push({ id, keys });
      continue;
    }
    const last = allowed.findLastIndex((characters) => characters !== undefined);
    if (allowed[YEAR_INDEX] !== undefined) datedSchemas.add(schema);
    const name = ELEMENT_NAMES.get(element) as ElementName;
    const rule = { element, name, value, allowed, last, id, changed, keys };
    const others = rules.get(schema);
    if (others) others.push(rule);
    else rules.set(schema, [rule]);
  }
  return { rules, datedSchemas, unusable };
}

function readManufacturers(db: DatabaseSync): Manufacturer[] {
  const latest = Number(db.prepare('select max(YearFrom) as year from Wmi_VinSchema').get()?.year);
  const manufacturers = new Map<string, Manufacturer>();
  const rows = db.prepare(`select Wmi as wmi, VehicleTypeId as type, TruckTypeId as truckType, VinSchemaId as schema,
      YearFrom as "from", min(coalesce(YearTo, ${latest}), ${latest}) as "to"
    from Wmi_VinSchema join Wmi on Wmi.Id = Wmi_VinSchema.WmiId
    where VehicleTypeId <> ${TRAILER} order by Wmi, VinSchemaId, YearFrom`);
  for (const { wmi, type, truckType, ...use } of rows.iterate()) {
    const code = String(wmi);
    const manufacturer = manufacturers.get(code) ?? {
      wmi: code,
      isLight: type === PASSENGER_CAR || type === MPV || (type === TRUCK && truckType === LIGHT_TRUCK),
      budget: BUDGETS.get(Number(type)) ?? SMALL_BUDGET,
      schemas: [],
    };
    manufacturers.set(code, manufacturer);
    manufacturer.schemas.push({ schema: Number(use.schema), from: Number(use.from), to: Number(use.to) });
  }
  return [...manufacturers.values()];
}

function namesIn(db: DatabaseSync, table: string): Map<string, string> {
  const rows = db.prepare(`select Id as id, Name as name from ${table} order by Id`).all();
  return new Map(rows.map(({ id, name }) => [String(id), String(name).trim()]));
}

function readModels(db: DatabaseSync): VpicData['models'] {
  const rows = db.prepare(
    'select Model.Id as id, Name as name, min(MakeId) as make from Model join Make_Model on ModelId = Model.Id group by Model.Id',
  );
  return new Map(
    rows
      .all()
      .map(({ id, name, make }) => [String(id), { id: Number(id), name: String(name).trim(), make: Number(make) }]),
  );
}

function readEngineModels(db: DatabaseSync): VpicData['engineModels'] {
  const engines: VpicData['engineModels'] = new Map();
  const rows = db.prepare(`select lower(trim(Name)) as name, ElementId as element, AttributeId as value
    from EngineModelPattern join EngineModel on EngineModel.Id = EngineModelId
    where ElementId in (${ELEMENTS}) order by EngineModelPattern.Id`);
  for (const { name, element, value } of rows.iterate()) {
    const engine = engines.get(String(name)) ?? {};
    engines.set(String(name), engine);
    engine[ELEMENT_NAMES.get(Number(element)) as ElementName] = String(value);
  }
  return engines;
}
