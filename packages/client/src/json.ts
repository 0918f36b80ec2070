/** An object with any fields. */
export type JsonObject = Record<string, unknown>;

/** Reports whether a value is an object, but not an array. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Describes a value without repeating a string, which may be a misplaced secret. */
export function describe(value: unknown): string {
  if (typeof value === 'string') return `string of ${value.length} characters`;
  if (Array.isArray(value)) return 'array';
  return !value || typeof value === 'number' ? `${value}` : typeof value;
}
