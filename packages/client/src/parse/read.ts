import { VehicleLookupError } from '../errors.ts';
import { describe, isObject, type JsonObject } from '../json.ts';

/** A value that could not be parsed. It is in `raw` and absent from `data`. */
export interface Issue {
  /** The location in the body: field names and item indices, each after a slash. */
  path: string;
  expected: string;
  got: unknown;
}

/** Two months as `YYYY-MM`; an open end is absent. */
export interface Period {
  from?: string;
  to?: string;
}

/** A value and its unit. Without `min` and `max` it is only a string, such as a specification code. */
export interface Quantity {
  text: string;
  min?: number;
  max?: number;
  unit?: string;
}

/** What the readers of one body share. */
export interface ReadContext {
  /** Named in errors. */
  operation: string;
  /** The values that could not be read so far. */
  issues: Issue[];
  /** Why the value that was just rejected cannot be used. */
  rejected?: Issue;
}

/**
 * Converts a value of the wire to a parsed value; undefined if there is none, or if it cannot be read.
 * @param owner the object that contains the value
 * @throws VehicleLookupError `invalid_response` when the value is not of the type that the document states
 */
export type Reader<T> = (value: unknown, path: string, context: ReadContext, owner?: JsonObject) => T | undefined;

/** Reads texts and numbers. `null`, `''` and blanks are not a value; a text that `parse` cannot read is an issue. */
const scalar =
  <T>(expected: string, parse: (text: string) => T | undefined): Reader<T> =>
  (value, path, { issues }) => {
    const text = value && typeof value === 'object' ? undefined : `${value ?? ''}`.trim();
    const read = text ? parse(text) : undefined;
    if (read === undefined && text !== '') issues.push({ path, expected, got: value });
    return read;
  };

const RANGE = /^([+-]?\d+(?:[.,]\d+)?(?:e[+-]?\d+)?)(?:\s*[-–—]\s*([+-]?\d+(?:[.,]\d+)?(?:e[+-]?\d+)?))?$/i;

const PERIOD = /^(?:(0[1-9]|1[0-2])\.(\d{4}))?\s*[-–—]\s*(?:(0[1-9]|1[0-2])\.(\d{4}))?$/;

/** The two ends of a range, or a number twice; undefined for any other text. */
function range(text: string): [min: number, max: number] | undefined {
  const [, low, high] = RANGE.exec(text) ?? [];
  if (!low) return undefined;
  const min = decimal(low);
  const max = high ? decimal(high) : min;
  return min <= max && max < Infinity ? [min, max] : undefined;
}

/**
 * NaN for a number that has two meanings, as `1.234` is a thousand or a fraction, and for one that loses digits. A group of
 * thousands begins with one to three digits, and not with a zero.
 */
const decimal = (text: string): number =>
  /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/.test(text) || text.replace(/e.*|\D/gi, '').replace(/^0+/, '').length > DIGITS
    ? Number.NaN
    : Number(text.replace(',', '.')) + 0; // -0 becomes 0.

/** A number represents every value with this number of digits exactly. */
const DIGITS = 15;

const toNumber = (text: string): number | undefined => {
  const [min, max] = range(text) ?? [];
  return min === max ? min : undefined;
};

/** Reads a text; a number or boolean becomes its text. */
export const text: Reader<string> = /*#__PURE__*/ scalar('a text', (found) => found);

/** Reads a number with a decimal point or a decimal comma. */
export const number: Reader<number> = (value, path, context) =>
  // The sum turns -0 into 0. A large integer has lost digits when its JSON was read.
  Number.isFinite(value) && Math.abs(value as number) <= Number.MAX_SAFE_INTEGER
    ? (value as number) + 0
    : numberText(value, path, context);

const numberText: Reader<number> = /*#__PURE__*/ scalar('a number', toNumber);

/** Reads an integer from 1. */
export const positive: Reader<number> = /*#__PURE__*/ scalar('a positive integer', (found) => {
  const value = toNumber(found);
  return Number.isSafeInteger(value) && (value as number) > 0 ? value : undefined;
});

/** Reads a month: `YYYY-MM`. */
export const month: Reader<string> = /*#__PURE__*/ scalar('YYYY-MM', (found) =>
  /^\d{4}-(0[1-9]|1[0-2])$/.test(found) ? found : undefined,
);

/** `MM.YYYY - MM.YYYY`; either end may be open. */
export const period: Reader<Period> = /*#__PURE__*/ scalar('MM.YYYY - MM.YYYY', (found) => {
  const [, fromMonth, fromYear, toMonth, toYear] = PERIOD.exec(found) ?? [];
  const from = fromMonth && `${fromYear}-${fromMonth}`;
  const to = toMonth && `${toYear}-${toMonth}`;
  return (from || to) && (!from || !to || from <= to) ? { ...(from && { from }), ...(to && { to }) } : undefined;
});

/** Reads a text; it must be a number or a range if its owner has a unit for it. */
export const quantity =
  (unitMember: string): Reader<Quantity> =>
  (value, path, context, owner) => {
    const found = text(value, path, context);
    // The unit's own reader reports its issues.
    const unit = text(owner?.[unitMember], path, { ...context, issues: [] });
    if (!found || !unit) return found ? { text: found } : undefined;
    const ends = range(found);
    if (!ends) context.issues.push({ path, expected: 'a number or a range', got: value });
    return { text: found, unit, ...(ends && { min: ends[0], max: ends[1] }) };
  };

/** Reads a value whose type the document does not state. */
export const asIs: Reader<unknown> = (value) => (value === '' || value === null ? undefined : value);

const reject = (context: ReadContext, path: string, expected: string, value: unknown): never => {
  const { operation } = context;
  context.rejected = { path, expected, got: value };
  throw new VehicleLookupError(
    'invalid_response',
    operation,
    `${path || 'body'}: expected ${expected}, got ${describe(value)}. Report it to the service.`,
  );
};

/** Reads a value that its record cannot be without. */
export const needed =
  <T>(read: Reader<T>): Reader<T> =>
  (value, path, context, owner) =>
    read(value, path, context, owner) ?? reject(context, path, 'a valid value', value);

/**
 * Reads a list. An item that cannot be used is an issue, and the rest is kept.
 * @throws the error of the first item when no item can be used: then the body is of another type
 */
export const list =
  <T>(items: Reader<T>): Reader<T[]> =>
  (value, path, context) => {
    if (!Array.isArray(value)) return reject(context, path, 'an array', value);
    const kept: T[] = [];
    let error: unknown;
    value.forEach((item, index) => {
      try {
        kept.push(items(item, `${path}/${index}`, context) as T);
      } catch (thrown) {
        error ??= thrown;
        // A list within the item has reported its items itself.
        if (context.rejected) context.issues.push(context.rejected);
        delete context.rejected;
      }
    });
    if (error && !kept.length) throw error;
    return kept;
  };

/** Reads an object. Fields without a reader are read as text. */
export const record =
  <T>(members: Record<string, Reader<unknown>>): Reader<T> =>
  (value, path, context) => {
    if (!isObject(value)) return reject(context, path, 'an object', value);
    const parsed: JsonObject = {};
    for (const name in { ...value, ...members }) {
      const read = Object.hasOwn(members, name) ? (members[name] as Reader<unknown>) : text;
      const found = read(value[name], `${path}/${name}`, context, value);
      if (found !== undefined) parsed[name] = found;
    }
    return parsed as T;
  };

/** Reads a record or list that may be absent. */
export const optional =
  <T>(read: Reader<T>): Reader<T> =>
  (value, path, context, owner) =>
    value === undefined || value === null || value === '' ? undefined : read(value, path, context, owner);
