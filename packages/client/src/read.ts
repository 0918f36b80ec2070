import { VehicleLookupError } from './errors.ts';
import { isObject, type JsonObject, kindOf } from './kind.ts';

/** A value that could not be read: it stays in `raw` and is absent from `data`. */
export interface Issue {
  /** Where in the body: names of members and numbers of items, each after a slash. */
  path: string;
  expected: string;
  got: unknown;
}

/** A span of months as `YYYY-MM`; an end that is open is absent. */
export interface Period {
  from?: string;
  to?: string;
}

/** A value with its unit. Without `min` and `max` it is a text, such as a specification code. */
export interface Quantity {
  text: string;
  min?: number;
  max?: number;
  unit?: string;
}

/** Whom the reading is for, and what it could not read so far. */
export interface Reading {
  operation: string;
  issues: Issue[];
}

/**
 * Makes a tidy value of a wire value; undefined when there is none, or none that can be read.
 * @param owner the object that holds it
 * @throws VehicleLookupError `invalid_response` where the shape is not the document's
 */
export type Reader<T> = (value: unknown, path: string, reading: Reading, owner?: JsonObject) => T | undefined;

/** Reads texts and numbers. Nothing, `''` and blanks are no value; what `parse` does not understand is an issue. */
const scalar =
  <T>(expected: string, parse: (text: string) => T | undefined): Reader<T> =>
  (value, path, { issues }) => {
    const text = value && typeof value === 'object' ? undefined : `${value ?? ''}`.trim();
    const read = text ? parse(text) : undefined;
    if (read === undefined && text !== '') issues.push({ path, expected, got: value });
    return read;
  };

const RANGE = /^([+-]?\d+(?:[.,]\d+)?(?:[eE][+-]?\d+)?)(?:\s*[-–—]\s*([+-]?\d+(?:[.,]\d+)?(?:[eE][+-]?\d+)?))?$/;

/** The two ends of a range, twice the same number where there is one; undefined for any other text. */
function range(text: string): [min: number, max: number] | undefined {
  const [, low, high] = RANGE.exec(text) ?? [];
  if (!low) return undefined;
  const min = decimal(low);
  const max = high ? decimal(high) : min;
  return Number.isFinite(max) && min <= max ? [min, max] : undefined;
}

const decimal = (text: string): number => Number(text.replace(',', '.'));

const toNumber = (text: string): number | undefined => {
  const [min, max] = range(text) ?? [];
  return min === max ? min : undefined;
};

const isMonth = (text: string): boolean => /^\d{4}-(0[1-9]|1[0-2])$/.test(text);

export const text: Reader<string> = /*#__PURE__*/ scalar('a text', (found) => found);

/** A decimal comma is one, too. */
export const number: Reader<number> = (value, path, reading) =>
  // The sum makes 0 of -0, as reading does.
  Number.isFinite(value) ? (value as number) + 0 : written(value, path, reading);

const written: Reader<number> = /*#__PURE__*/ scalar('a number', toNumber);

export const positive: Reader<number> = /*#__PURE__*/ scalar('a positive integer', (found) => {
  const value = toNumber(found);
  return Number.isSafeInteger(value) && (value as number) > 0 ? value : undefined;
});

export const month: Reader<string> = /*#__PURE__*/ scalar('YYYY-MM', (found) => (isMonth(found) ? found : undefined));

/** `MM.YYYY - MM.YYYY`; either end may be open. */
export const period: Reader<Period> = /*#__PURE__*/ scalar('MM.YYYY - MM.YYYY', (found) => {
  const ends = found.split(/\s*[-–—]\s*/).map((end) => end.replace(/^(\d\d)\.(\d{4})$/, '$2-$1'));
  const [from, to] = ends;
  const isOrdered = `${from}` <= (to || '9');
  const isPeriod = ends.length === 2 && (from || to) && isOrdered && ends.every((end) => !end || isMonth(end));
  return isPeriod ? { ...(from && { from }), ...(to && { to }) } : undefined;
});

/** A text that is a number or a range where its owner has a unit for it. */
export const quantity =
  (unitMember: string): Reader<Quantity> =>
  (value, path, reading, owner) => {
    const found = text(value, path, reading);
    // The unit has a path of its own, where it is complained of.
    const unit = text(owner?.[unitMember], path, { ...reading, issues: [] });
    if (!found || !unit) return found ? { text: found } : undefined;
    const ends = range(found);
    if (!ends) reading.issues.push({ path, expected: 'a number or a range', got: value });
    return { text: found, unit, ...(ends && { min: ends[0], max: ends[1] }) };
  };

/** A value of which nothing is known. */
export const asIs: Reader<unknown> = (value) => (value === '' || value === null ? undefined : value);

const refuse = ({ operation }: Reading, path: string, expected: string, value: unknown): never => {
  throw new VehicleLookupError(
    'invalid_response',
    operation,
    `${path || 'body'}: expected ${expected}, got ${kindOf(value)}. Report it to the service.`,
  );
};

/** A value without which the record would not be what its type says. */
export const needed =
  <T>(read: Reader<T>): Reader<T> =>
  (value, path, reading, owner) =>
    read(value, path, reading, owner) ?? refuse(reading, path, 'a readable value', value);

export const list =
  <T>(items: Reader<T>): Reader<T[]> =>
  (value, path, reading) =>
    Array.isArray(value)
      ? value.map((item, index) => items(item, `${path}/${index}`, reading) as T)
      : refuse(reading, path, 'an array', value);

/** An object of which some members are described; any other is text. */
export const record =
  <T>(members: Record<string, Reader<unknown>>): Reader<T> =>
  (value, path, reading) => {
    if (!isObject(value)) return refuse(reading, path, 'an object', value);
    const tidy: JsonObject = {};
    for (const name in { ...value, ...members }) {
      const read = Object.hasOwn(members, name) ? (members[name] as Reader<unknown>) : text;
      const found = read(value[name], `${path}/${name}`, reading, value);
      if (found !== undefined) tidy[name] = found;
    }
    return tidy as T;
  };

/** A record or list that may be absent. */
export const optional =
  <T>(read: Reader<T>): Reader<T> =>
  (value, path, reading, owner) =>
    value === undefined || value === null || value === '' ? undefined : read(value, path, reading, owner);
