import { type Document, exampleBodies, exampleQuery, readOperations } from '@vehicle-lookup/openapi';
import type { Random } from './faults.ts';

/** Makes a body like an example. A field with the name of a parameter of the request has its value. */
export type Invent = (example: unknown, random: Random, parameters: Readonly<Record<string, string>>) => unknown;

/** What a record and its fields have in common, so that they fit each other. */
interface Context {
  random: Random;
  parameters: Readonly<Record<string, string>>;
  /** Years by which dates are moved. */
  years: number;
  /** By which numbers are multiplied. */
  factor: number;
}

/** Dates are moved by fewer years. */
const MOST_YEARS = 12;
/** Items of a list that is made. */
const MOST_ITEMS = 6;

/**
 * Creates a generator of data that a page can show: records are those of the document's examples with other numbers and dates, the
 * time is now, and a VIN has a valid check digit.
 */
export function createInvent(document: Document): Invent {
  const pool = recordsByShape(document);
  const inputs: Record<string, unknown> = Object.assign(
    {},
    ...readOperations(document).map(({ id }) => exampleQuery(document, id)),
  );
  const fresh = ({ random, parameters }: Pick<Context, 'random' | 'parameters'>): Context => ({
    random,
    parameters,
    years: Math.floor(random() * MOST_YEARS),
    factor: 0.6 + random() * 0.9,
  });

  const invent = (value: unknown, name: string, context: Context): unknown => {
    if (Array.isArray(value)) return inventList(value, context);
    if (isRecord(value)) return inventRecord(value, context);
    const given = Object.hasOwn(context.parameters, name) ? context.parameters[name] : undefined;
    if (given !== undefined) return typeof value === 'number' ? Number(given) : given;
    if (typeof value === 'number') return near(value, context);
    // The examples do not know the VIN of a vehicle; the document has one as an input.
    if (value === '' && VIN.test(`${inputs[name]}`)) return inventVin(`${inputs[name]}`, context.random);
    return typeof value === 'string' ? inventText(value, context) : value;
  };
  const inventRecord = (record: object, context: Context): unknown => {
    const [like = record] = shuffled(pool.get(shapeOf(record)) ?? [], context.random);
    return Object.fromEntries(Object.entries(like).map(([name, value]) => [name, invent(value, name, context)]));
  };
  const inventList = (items: unknown[], context: Context): unknown[] => {
    const [first] = items;
    const known = isRecord(first) ? (pool.get(shapeOf(first)) ?? items) : items;
    const count = items.length === 0 ? 0 : 1 + Math.floor(context.random() * MOST_ITEMS);
    // Each record once: the entries of a list differ.
    return shuffled(known, context.random)
      .slice(0, count)
      .map((item) => {
        const own = fresh(context);
        if (!isRecord(item)) return invent(item, '', own);
        return Object.fromEntries(Object.entries(item).map(([name, value]) => [name, invent(value, name, own)]));
      });
  };
  return (example, random, parameters) => invent(example, '', fresh({ random, parameters }));
}

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The same for records with the same fields. */
const shapeOf = (record: object): string => Object.keys(record).sort().join();

/** The records of all examples, each once. */
function recordsByShape(document: Document): Map<string, object[]> {
  const records = new Map<string, Map<string, object>>();
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if (isRecord(value)) {
      const shape = shapeOf(value);
      records.set(shape, (records.get(shape) ?? new Map()).set(JSON.stringify(value), value));
    }
    for (const inner of Object.values(value)) collect(inner);
  };
  // The envelopes themselves are kept.
  for (const { body } of exampleBodies(document)) for (const inner of Object.values(Object(body))) collect(inner);
  return new Map([...records].map(([shape, all]) => [shape, [...all.values()]]));
}

/** A copy in another order (Fisher and Yates). */
function shuffled<T>(items: readonly T[], random: Random): T[] {
  const all = [...items];
  for (let last = all.length - 1; last > 0; last--) {
    const index = Math.floor(random() * (last + 1));
    [all[last], all[index]] = [all[index] as T, all[last] as T];
  }
  return all;
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/;
const VIN = /^[A-HJ-NPR-Z\d]{11}\d{6}$/;
const MONTHS = /\b(0[1-9]|1[0-2])\.(\d{4})\b/g;
const YEAR = /^((?:19|20)\d\d)(-\d\d)?$/;
const NUMBER = /^\d+([.,]\d+)?$/;

function inventText(value: string, context: Context): string {
  if (TIME.test(value)) return `${new Date().toISOString().slice(0, 19)}+00:00`;
  if (VIN.test(value)) return inventVin(value, context.random);
  if (NUMBER.test(value) && !YEAR.test(value)) return nearText(value, context);
  const later = (year: string) => String(Number(year) + context.years);
  return value
    .replace(YEAR, (_, year: string, month = '') => later(year) + month)
    .replace(MONTHS, (_, month: string, year: string) => `${month}.${later(year)}`);
}

/** A number near it, with as many digits behind the point; a small whole number, such as that of cylinders, stays. */
function near(value: number, { factor }: Context): number {
  if (Number.isInteger(value) && Math.abs(value) < 20) return value;
  const digits = /\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0;
  return Number((value * factor).toFixed(digits));
}

function nearText(value: string, { factor }: Context): string {
  const digits = /[.,](\d+)$/.exec(value)?.[1]?.length ?? 0;
  const made = (Number(value.replace(',', '.')) * factor).toFixed(digits);
  return value.includes(',') ? made.replace('.', ',') : made;
}

// The check digit of ISO 3779, as North America has it: the ninth sign.
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
const SIGNS = '0123456789ABCDEFGHJKLMNPRSTUVWXYZ';
const VALUES = '012345678912345678123457923456789';

/** Another VIN of the same maker. */
function inventVin(value: string, random: Random): string {
  const signs = [...`${value.slice(0, 11)}${String(Math.floor(random() * 1e6)).padStart(6, '0')}`];
  const sum = signs.reduce((total, sign, at) => total + Number(VALUES[SIGNS.indexOf(sign)]) * (WEIGHTS[at] ?? 0), 0);
  signs[8] = sum % 11 === 10 ? 'X' : String(sum % 11);
  return signs.join('');
}
