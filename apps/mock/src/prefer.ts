/** What a request asks for by its `Prefer` header (RFC 7240): `Prefer: code=404, example=vin-not-found`. */
export interface Preference {
  /** A status that the operation declares. */
  code?: string;
  /** The name of one of its examples. */
  example?: string;
  /** Make a body from the schema instead of sending an example. */
  dynamic?: boolean;
}

/**
 * Reads the header. Preferences of others are ignored, as the RFC has it.
 * @throws RangeError when `dynamic` is neither true nor false
 */
export function parsePrefer(header: string | string[] | undefined): Preference {
  const preference: Preference = {};
  for (const part of [header ?? []].flat().join(',').split(/[,;]/)) {
    const [name = '', value = ''] = part.split('=').map((word) => word.trim().replace(/^"(.*)"$/, '$1'));
    if (name === 'code' || name === 'example') preference[name] = value;
    if (name === 'dynamic') preference.dynamic = asBoolean(value);
  }
  return preference;
}

function asBoolean(value: string): boolean {
  if (value === 'true' || value === '') return true;
  if (value === 'false') return false;
  throw new RangeError('Prefer: dynamic takes true or false.');
}
