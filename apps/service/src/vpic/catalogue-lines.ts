import { type CatalogueEntry, FALLBACK } from '../catalogue/catalogue-entry.ts';
import type { OriginLine } from '../import/check-entry.ts';
import type { Decision, GraphLimits } from './decision-graph.ts';
import { YEAR_INDEX } from './keys.ts';
import { catalogueNames } from './names.ts';
import { type DatedRule, isGuess, type SchemaGraphs, schemaGraphs } from './schema-graph.ts';
import { agreed, type VpicVehicle, vehicleLine, vehicleOf } from './vehicle.ts';
import { CYCLE, vinPatterns, yearCharacter } from './vin-patterns.ts';
import type { Manufacturer, SchemaUse, VpicData } from './vpic-data.ts';

/** 17 U.S.C. § 105; NHTSA states no other terms. */
const TERMS = 'a work of the United States government, without copyright in the United States (17 U.S.C. 105)';

export type CatalogueLine = OriginLine | CatalogueEntry;

/** Yields the origin of the data, all vehicles with their VIN patterns by year, and then brands, models and variants. */
export function* catalogueLines(data: VpicData): Generator<CatalogueLine> {
  const { released } = data;
  const text = `vPIC of the National Highway Traffic Safety Administration (NHTSA), last changed on ${released}; ${TERMS}`;
  yield { kind: 'origin', label: `vpic-${released}`, text };
  const names = catalogueNames();
  const graphs = new GraphCache(data);
  for (const year of years(data.manufacturers)) {
    for (const { vehicle, patterns } of vehiclesOf(year, data, graphs).values()) {
      names.add(vehicle, year);
      yield vehicleLine(vehicle, year, patterns, data);
    }
  }
  yield* names.lines();
}

function years(manufacturers: readonly Manufacturer[]): number[] {
  const uses = manufacturers.flatMap(({ schemas }) => schemas);
  const first = uses.reduce((year, { from }) => Math.min(year, from), Number.POSITIVE_INFINITY);
  const last = uses.reduce((year, { to }) => Math.max(year, to), 0);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}

interface VehicleWithPatterns {
  vehicle: VpicVehicle;
  /** The vehicles of the decisions that were merged. */
  sources: Set<VpicVehicle>;
  patterns: string[];
}

/** Returns the vehicles of a model year by identity, because several WMIs may describe the same vehicle. */
function vehiclesOf(year: number, data: VpicData, graphs: GraphCache): Map<string, VehicleWithPatterns> {
  const vehicles = new Map<string, VehicleWithPatterns>();
  for (const manufacturer of data.manufacturers) {
    const known = graphs.get(manufacturer, year);
    if (!known) continue;
    const { wmi, isLight, schemas } = manufacturer;
    const otherYears = [year - CYCLE, year + CYCLE];
    const tellsCycle =
      isLight && schemas.some(({ from, to }) => otherYears.some((other) => from <= other && other <= to));
    const add = (pattern: string, vehicle: VpicVehicle | undefined): void => {
      if (!vehicle) return;
      const same = vehicles.get(vehicle.identity);
      if (!same) {
        vehicles.set(vehicle.identity, { vehicle, sources: new Set([vehicle]), patterns: [pattern] });
        return;
      }
      same.patterns.push(pattern);
      if (same.sources.has(vehicle)) return;
      same.sources.add(vehicle);
      same.vehicle = agreed(same.vehicle, vehicle);
    };
    const options = { wmi, year, tellsCycle };
    const seen = new Set<string>();
    for (const [pattern, decision] of vinPatterns(known.details, options)) {
      seen.add(pattern);
      add(pattern, known.vehicleOf(decision));
    }
    for (const [pattern, decision] of vinPatterns(known.fallbacks, options)) {
      if (seen.has(pattern) || isGuess(decision.rules.map(({ allowed }) => allowed))) continue;
      seen.add(pattern);
      add(`${pattern}${FALLBACK}`, known.vehicleOf(decision));
    }
  }
  return vehicles;
}

interface CachedGraphs extends SchemaGraphs {
  vehicleOf(decision: Decision): VpicVehicle | undefined;
}

/** A cache of the graphs of one year, because manufacturers and years share schemas. */
class GraphCache {
  readonly #data: VpicData;
  #year = 0;
  #current = new Map<string, CachedGraphs>();
  #before = new Map<string, CachedGraphs>();

  constructor(data: VpicData) {
    this.#data = data;
  }

  /** Returns the graphs of a manufacturer in a year. Call this method year by year: graphs that a year does not use are removed. */
  get({ schemas, budget }: Manufacturer, year: number): CachedGraphs | undefined {
    if (year !== this.#year) {
      this.#before = this.#current;
      this.#current = new Map();
      this.#year = year;
    }
    const used = schemas.filter(({ from, to }) => from <= year && year <= to);
    if (used.length === 0) return undefined;
    const isDated = used.some(({ schema }) => this.#data.datedSchemas.has(schema));
    const key = [budget.paths, isDated ? year : '', ...used.map(({ schema, from }) => `${schema} ${from}`)].join();
    const graphs = this.#current.get(key) ?? this.#before.get(key) ?? this.#graphs(used, year, budget);
    this.#current.set(key, graphs);
    return graphs;
  }

  #graphs(used: SchemaUse[], year: number, budget: GraphLimits): CachedGraphs {
    const rules = used.flatMap(({ schema, from }) =>
      (this.#data.rules.get(schema) ?? []).map((rule) => ({ ...rule, from })),
    );
    const vehicles = new Map<Decision, VpicVehicle | undefined>();
    return {
      ...schemaGraphs(rulesOf(rules, year), budget),
      vehicleOf: (decision) => {
        if (!vehicles.has(decision)) vehicles.set(decision, vehicleOf(decision, this.#data));
        return vehicles.get(decision);
      },
    };
  }
}

/** Returns the rules that apply to a model year, without their year condition. */
function rulesOf(rules: DatedRule[], year: number): DatedRule[] {
  const character = yearCharacter(year);
  return rules
    .filter(({ allowed }) => allowed[YEAR_INDEX]?.includes(character) ?? true)
    .map((rule) => (rule.allowed[YEAR_INDEX] ? { ...rule, allowed: rule.allowed.with(YEAR_INDEX, undefined) } : rule));
}
