import type { BodyVerdict } from '@vehicle-lookup/contract/validators';

/** A record of a successful response. Fields may be absent in a simplified envelope. */
export type Fields = Readonly<Record<string, unknown>>;

/**
 * Returns the records of a successful response in any envelope: `data` of an object, or a bare array. A single record is
 * returned as a list. Any other body has no records.
 */
export function records(body: unknown): Fields[] {
  const data: unknown = Array.isArray(body) ? body : (Object(body) as Fields).data;
  const all: unknown[] = Array.isArray(data) ? data : [data];
  return all.filter((record): record is Fields => typeof record === 'object' && record !== null);
}

/** Returns the JSON Pointer of a record, given its index among the records of a body. */
export function recordPointer(body: unknown, index: number): string {
  if (Array.isArray(body)) return `/${index}`;
  return Array.isArray((Object(body) as Fields).data) ? `/data/${index}` : '/data';
}

/** Returns whether all schema violations affect only envelope fields, so that the records can still be judged. */
export const keepsRecords = (places: readonly { pointer?: string }[]): boolean =>
  places.every(({ pointer = '' }) => pointer !== '/data' && /^\/[a-z_]+$/.test(pointer));

/** Returns whether the values of a body's records can be judged. */
export const hasRecords = (verdict: BodyVerdict | undefined): boolean =>
  verdict !== undefined && (verdict.ok || keepsRecords(verdict.issues));
