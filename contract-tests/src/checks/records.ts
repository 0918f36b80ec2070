import type { BodyVerdict } from '@vehicle-lookup/contract/validators';

/** One record of a success body; its fields may be absent in a simplified form. */
export type Fields = Readonly<Record<string, unknown>>;

/**
 * The records of a success body in any envelope: `data` of an object, or a bare array; one record is a list of one. A body of
 * another form has none.
 */
export function records(body: unknown): Fields[] {
  const data: unknown = Array.isArray(body) ? body : (Object(body) as Fields).data;
  const all: unknown[] = Array.isArray(data) ? data : [data];
  return all.filter((record): record is Fields => typeof record === 'object' && record !== null);
}

/** JSON Pointer of a record, by its index among the records of a body. */
export function recordPointer(body: unknown, index: number): string {
  if (Array.isArray(body)) return `/${index}`;
  return Array.isArray((Object(body) as Fields).data) ? `/data/${index}` : '/data';
}

/** Whether what breaks a schema is all about fields of an envelope, so that its records can be judged all the same. */
export const keepsRecords = (places: readonly { pointer?: string }[]): boolean =>
  places.every(({ pointer = '' }) => pointer !== '/data' && /^\/[a-z_]+$/.test(pointer));

/** Whether the records of a body can be judged by their values. */
export const hasRecords = (verdict: BodyVerdict | undefined): boolean =>
  verdict !== undefined && (verdict.ok || keepsRecords(verdict.issues));
