import { VehicleLookupError } from '../errors.ts';
import { describe, isObject, type JsonObject } from '../json.ts';

/** A value that could not be parsed. It is in `raw` and absent from `data`. */
export interface Issue {
  /** The location in the body: field names and item indices, each after a slash. */
  path: string;
  expected: string;
  got: unknown;
}

/** Two months as `YYYY-MM`; a missing month is absent. */
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

/** The state that is shared by the readers of one body. */
export interface ReadContext {
  /** The operation that errors name. */
  operation: string;
  /** The values that could not be parsed so far. */
  issues: Issue[];
  /** The issue of the last rejected value. */
  rejected?: Issue;
}

/**
 * Converts a wire value to a parsed value; undefined if there is no value, or if it cannot be parsed.
 * @param owner the object that contains the value
 * @throws VehicleLookupError `invalid_response` if the value does not have the type that the document declares
 */
export type Reader<T> = (value: unknown, path: string, context: ReadContext, owner?: JsonObject) => T | undefined;

/** Reads strings and numbers. `null`, `''` and whitespace count as no value. A string that `parse` cannot parse is an issue. */
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

/** Returns both ends of a range, or a single number twice; undefined for any other string. */
function range(text: string): [min: number, max: number] | undefined {
  const [, low, high] = RANGE.exec(text) ?? [];
  if (!low) return undefined;
  const min = decimal(low);
  const max = high ? decimal(high) : min;
  return min <= max && max < Infinity ? [min, max] : undefined;
}

/**
 * Returns a number. Returns NaN for an ambiguous number, such as `1.234`, which may be a thousand or a fraction, and for a number
 * that would lose digits. Grouped thousands begin with one to three digits, of which the first is not a zero.
 */
const decimal = (text: string): number =>
  /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/.test(text) || text.replace(/e.*|\D/gi, '').replace(/^0+/, '').length > DIGITS
    ? Number.NaN
    : Number(text.replace(',', '.')) + 0; // -0 becomes 0.

/** The number of decimal digits that a JavaScript number always represents exactly. */
const DIGITS = 15;

const toNumber = (text: string): number | undefined => {
  const [min, max] = range(text) ?? [];
  return min === max ? min : undefined;
};

/** Reads a string. A number or boolean is converted to a string. */
export const text: Reader<string> = /*#__PURE__*/ scalar('a text', (found) => found);

/** Reads a number with a decimal point or a decimal comma. */
export const number: Reader<number> = (value, path, context) =>
  // The addition turns -0 into 0. A large integer has already lost digits in JSON parsing.
  Number.isFinite(value) && Math.abs(value as number) <= Number.MAX_SAFE_INTEGER
    ? (value as number) + 0
    : numberText(value, path, context);

const numberText: Reader<number> = /*#__PURE__*/ scalar('a number', toNumber);

/** Reads an integer of at least 1. */
export const positive: Reader<number> = /*#__PURE__*/ scalar('a positive integer', (found) => {
  const value = toNumber(found);
  return Number.isSafeInteger(value) && (value as number) > 0 ? value : undefined;
});

/** Reads a month: `YYYY-MM`. */
export const month: Reader<string> = /*#__PURE__*/ scalar('YYYY-MM', (found) =>
  /^\d{4}-(0[1-9]|1[0-2])$/.test(found) ? found : undefined,
);

/** Reads a period: `MM.YYYY - MM.YYYY`. Either month may be missing. */
export const period: Reader<Period> = /*#__PURE__*/ scalar('MM.YYYY - MM.YYYY', (found) => {
  const [, fromMonth, fromYear, toMonth, toYear] = PERIOD.exec(found) ?? [];
  const from = fromMonth && `${fromYear}-${fromMonth}`;
  const to = toMonth && `${toYear}-${toMonth}`;
  return (from || to) && (!from || !to || from <= to) ? { ...(from && { from }), ...(to && { to }) } : undefined;
});

/** Reads a quantity. If its owner contains a unit, the string must be a number or a range. */
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

/** Reads a value whose type the document does not declare. */
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

/** Reads a required value of a record. */
export const needed =
  <T>(read: Reader<T>): Reader<T> =>
  (value, path, context, owner) =>
    read(value, path, context, owner) ?? reject(context, path, 'a valid value', value);

/**
 * Reads a list. An invalid item is reported as an issue, and the other items are kept.
 * @throws the error of the first item if all items are invalid, because in that case the body has a different type
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
        // A list within the item has already reported its own items.
        if (context.rejected) context.issues.push(context.rejected);
        delete context.rejected;
      }
    });
    if (error && !kept.length) throw error;
    return kept;
  };

/** Reads an object. Fields without a reader are read as strings. */
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
