export type JsonObject = Record<string, unknown>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Describes a value. A text is not repeated, because it may be a secret in the wrong place. */
export const describe = (value: unknown): string =>
  typeof value === 'string'
    ? `string of ${value.length} characters`
    : Array.isArray(value)
      ? 'array'
      : !value || typeof value === 'number'
        ? String(value)
        : typeof value;
