import { asking, type Condition, found, NONE, type Result, unknown } from '../conditions.ts';
import { decimalPlaces } from '../schema.ts';
import { holds } from './holds.ts';

const MOST_PLACES = 9;
const MOST_MULTIPLES = 5000;

/** A range of numbers. */
interface Range {
  low: number;
  high: number;
  /** Whether the range excludes one of its ends. */
  isOpen: boolean;
}

/** Searches for a number that meets all conditions. */
export function numberOf(conditions: readonly Condition[], excluded: readonly number[]): Result {
  const range = rangeOf(conditions);
  const { low, high, isOpen } = range;
  if (low > high || (low === high && isOpen)) return NONE;
  const fits = (value: number) =>
    Number.isFinite(value) && !excluded.includes(value) && conditions.every((one) => holds(one, value));
  // A large bound may have been rounded when the document was read.
  const isRounded = (value: number) => !Number.isSafeInteger(Math.trunc(value)) && (value === low || value === high);
  const near = nearby(range).find((value) => fits(value) && !isRounded(value));
  if (near !== undefined) return found(near);
  if (low === high) return isRounded(low) && fits(low) ? unknown('the numbers are too large') : NONE;
  const factors = asking(conditions, 'multiple').map(({ value }) => value);
  if (asking(conditions, 'integer').length > 0) factors.push(1);
  return factors.length > 0 ? multipleOf(factors, conditions, excluded, range, fits) : inside(range, fits);
}

function rangeOf(conditions: readonly Condition[]): Range {
  const lows = asking(conditions, 'minimum', 'above');
  const highs = asking(conditions, 'maximum', 'below');
  const low = Math.max(Number.NEGATIVE_INFINITY, ...lows.map(({ value }) => value));
  const high = Math.min(Number.POSITIVE_INFINITY, ...highs.map(({ value }) => value));
  const isOpen =
    lows.some(({ ask, value }) => ask === 'above' && value === low) ||
    highs.some(({ ask, value }) => ask === 'below' && value === high);
  return { low, high, isOpen };
}

function nearby({ low, high }: Range): number[] {
  const ends = [low, high].filter(Number.isFinite);
  const between = ends.length === 2 ? [(low + high) / 2, low + (high - low) / 3] : [];
  const around = ends.flatMap((end) => [
    end,
    end + 1,
    end - 1,
    end + 0.5,
    end - 0.5,
    end + 0.001,
    end - 0.001,
    2 * end,
  ]);
  return [0, 1, 2, -1, 0.5, 1.5, 100, ...around, ...between];
}

/** Searches for a number in a range from which only finitely many numbers are excluded. */
function inside({ low, high }: Range, fits: (value: number) => boolean): Result {
  const start = Number.isFinite(low) ? low : Math.min(high, 0) - 10;
  const end = Number.isFinite(high) ? high : Math.max(low, 0) + 10;
  for (let index = 1; index < 200; index++) {
    const value = start + ((end - start) * index) / 199.7;
    if (fits(value)) return found(value);
  }
  return unknown('all numbers that the search tried are excluded');
}

/** Searches for a multiple of all factors. The non-multiples of other numbers recur after a period. */
function multipleOf(
  factors: readonly number[],
  conditions: readonly Condition[],
  excluded: readonly number[],
  { low, high }: Range,
  fits: (value: number) => boolean,
): Result {
  const others = asking(conditions, 'not multiple').map(({ value }) => value);
  if (asking(conditions, 'fraction').length > 0) others.push(1);
  const places = Math.max(...[...factors, ...others].map(decimalPlaces));
  if (places > MOST_PLACES) return unknown('the multiples have too many decimal places');
  const scale = 10 ** places;
  const scaled = (value: number) => Math.round(value * scale);
  const step = factors.map(scaled).reduce(leastCommonMultiple);
  const period = others.map(scaled).reduce(leastCommonMultiple, step) / step;
  if (!Number.isSafeInteger(step) || step <= 0 || !Number.isFinite(period))
    return unknown('the multiples are too large');
  // Beyond this limit, some numbers with this many decimal places cannot be represented.
  const most = Number.MAX_SAFE_INTEGER / scale;
  const isExact = (value: number) => Math.abs(value) <= most;
  if (low > most || high < -most) return unknown('the numbers are too large');
  const isUp = isExact(low) || !isExact(high);
  const first = isExact(low) ? Math.ceil((low * scale) / step) : isExact(high) ? Math.floor((high * scale) / step) : 0;
  const needed = period + excluded.length + 3;
  for (let index = -2; index <= Math.min(MOST_MULTIPLES, needed); index++) {
    const value = ((first + (isUp ? index : -index)) * step) / scale;
    if (fits(value)) return found(value);
    if (index > 2 && (isUp ? value > high : value < low)) return NONE;
    if (index > 2 && !isExact(value)) return unknown('the numbers are too large');
  }
  return needed <= MOST_MULTIPLES ? NONE : unknown('there are too many multiples');
}

const greatestCommonDivisor = (a: number, b: number): number => (b === 0 ? a : greatestCommonDivisor(b, a % b));

export const leastCommonMultiple = (a: number, b: number): number => (a / greatestCommonDivisor(a, b)) * b;
