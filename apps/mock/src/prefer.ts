import { didYouMean } from '@vehicle-lookup/toolkit/command-line';
import { type Range, readRange } from './faults.ts';

/** The preferences in a `Prefer` header (RFC 7240), such as `Prefer: code=404, delay=2000`. */
export interface Preference {
  /** A status that the operation declares. */
  code?: string;
  /** The name of an example of the operation. */
  example?: string;
  /** Whether the body is generated instead of an example. */
  dynamic?: boolean;
  /** Whether the list in the example is empty. */
  empty?: boolean;
  /** The delay before the response, in milliseconds. */
  delay?: Range;
  /** The type of failure: a closed connection or a server error. */
  fail?: 'cut' | 'error';
}

const NAMES = ['code', 'example', 'dynamic', 'empty', 'delay', 'fail'];

/**
 * Parses the `Prefer` header. Other preferences are ignored, as the RFC requires, except for misspelt names.
 * @throws RangeError if a value is invalid or a name is misspelt; the message states the expected value
 */
export function parsePrefer(header: string | string[] | undefined): Preference {
  const preference: Preference = {};
  const seen = new Set<string>();
  for (const part of [header ?? []].flat().join(',').split(/[,;]/)) {
    const [word = '', value = ''] = part.split('=').map((half) => half.trim().replace(/^"(.*)"$/, '$1'));
    const name = word.toLowerCase();
    // If a preference is repeated, the first value applies (RFC 7240, section 2).
    if (seen.has(name)) continue;
    seen.add(name);
    if (name === 'code' || name === 'example') preference[name] = value;
    else if (name === 'dynamic' || name === 'empty') preference[name] = asBoolean(name, value);
    else if (name === 'delay') preference.delay = asRange(value);
    else if (name === 'fail') preference.fail = asFailure(value);
    else if (name !== '') rejectMisspelt(name);
  }
  return preference;
}

function asBoolean(name: string, value: string): boolean {
  if (value === 'true' || value === '') return true;
  if (value === 'false') return false;
  throw new RangeError(`Prefer: ${name} must be true or false.`);
}

function asRange(value: string): Range {
  const range = readRange(value);
  if (range) return range;
  throw new RangeError('Prefer: delay must be a number or range of milliseconds up to 600000, such as 2000 or 50-400.');
}

function asFailure(value: string): 'cut' | 'error' {
  if (value === 'cut' || value === 'error') return value;
  throw new RangeError('Prefer: fail must be cut or error.');
}

/** Rejects a misspelt name. A misspelt name has the same first letter, so `mode` and `tail` are ignored. */
function rejectMisspelt(name: string): void {
  const alike = NAMES.filter((one) => one[0] === name[0]);
  const hint = didYouMean(name, alike);
  if (hint) throw new RangeError(`Prefer: unknown preference; ${hint}`);
}
