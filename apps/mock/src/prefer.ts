import { didYouMean } from '@vehicle-lookup/toolkit/command-line';
import { type Range, readRange } from './faults.ts';

/** What a request asks for by its `Prefer` header (RFC 7240): `Prefer: code=404, delay=2000`. */
export interface Preference {
  /** A status that the operation declares. */
  code?: string;
  /** The name of one of its examples. */
  example?: string;
  /** Make a body instead of sending an example. */
  dynamic?: boolean;
  /** An example whose list is empty. */
  empty?: boolean;
  /** Milliseconds before the response. */
  delay?: Range;
  /** Fail: cut the connection, or response with a server error. */
  fail?: 'cut' | 'error';
}

const NAMES = ['code', 'example', 'dynamic', 'empty', 'delay', 'fail'];

/**
 * Reads the header. Preferences of others are ignored, as the RFC has it, unless they look like a misspelt one of ours.
 * @throws RangeError when a value is none of ours, or a name is nearly one; the message says what is expected
 */
export function parsePrefer(header: string | string[] | undefined): Preference {
  const preference: Preference = {};
  const seen = new Set<string>();
  for (const part of [header ?? []].flat().join(',').split(/[,;]/)) {
    const [word = '', value = ''] = part.split('=').map((half) => half.trim().replace(/^"(.*)"$/, '$1'));
    const name = word.toLowerCase();
    // Of a preference that is repeated, the first one counts (RFC 7240, section 2).
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
  throw new RangeError(`Prefer: ${name} takes true or false.`);
}

function asRange(value: string): Range {
  const range = readRange(value);
  if (range) return range;
  throw new RangeError('Prefer: delay takes milliseconds up to 600000, such as 2000 or 50-400.');
}

function asFailure(value: string): 'cut' | 'error' {
  if (value === 'cut' || value === 'error') return value;
  throw new RangeError('Prefer: fail takes cut or error.');
}

/** A misspelt name of ours begins like it; `mode` and `tail` are names of others. */
function rejectMisspelt(name: string): void {
  const alike = NAMES.filter((one) => one[0] === name[0]);
  const hint = didYouMean(name, alike);
  if (hint) throw new RangeError(`Prefer: there is no such preference; ${hint}`);
}
