/** A JSON Schema of readable data, as the client emits it. */
interface DataSchema {
  items?: DataSchema;
  properties?: Record<string, DataSchema>;
  'x-assumes'?: string[];
}

/**
 * The fields of data whose meaning rests on an assumption, by their path without numbers of items (`parts.manufacturer`): each
 * once, and only those that occur.
 */
export function assumedIn(data: unknown, schema: DataSchema | undefined, path = ''): string[] {
  if (schema === undefined) return [];
  if (Array.isArray(data)) return [...new Set(data.flatMap((item) => assumedIn(item, schema.items, path)))];
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(data).flatMap(([name, value]) => {
    const { [name]: member } = schema.properties ?? {};
    const at = path === '' ? name : `${path}.${name}`;
    return [...(member?.['x-assumes'] ? [at] : []), ...assumedIn(value, member, at)];
  });
}
