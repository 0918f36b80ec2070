import { WITH_LIST, WITH_NAMES, WITH_SCHEMA } from '../containment/schema.ts';

type Keys = readonly (string | number)[];

/** Keys whose value is a schema, in OpenAPI and in a schema, and those that hold several. */
const SCHEMA: ReadonlySet<string> = new Set(['schema', 'contentSchema', ...WITH_SCHEMA]);
const SCHEMAS: ReadonlySet<string> = new Set(['schemas', '$defs', ...WITH_LIST, ...WITH_NAMES]);

/** Keys whose value holds components of the kind that they name, in a list or by name. */
const HOLDERS: ReadonlySet<string> = new Set([
  'parameters',
  'responses',
  'headers',
  'examples',
  'links',
  'callbacks',
  'requestBodies',
  'securitySchemes',
]);

/** The kind of component that a reference at a place leads to; undefined where it can only be replaced by its target. */
export function componentKind(keys: Keys): string | undefined {
  const [above, last] = [keys.at(-2), keys.at(-1)].map((key) => key?.toString());
  if (above !== undefined && SCHEMAS.has(above)) return 'schemas';
  if (last !== undefined && SCHEMA.has(last)) return 'schemas';
  if (last === 'requestBody') return 'requestBodies';
  return above !== undefined && HOLDERS.has(above) ? above : undefined;
}

/** Keys whose value is data of the described interface: a `$ref` in it is also data. */
export const isData = (keys: Keys): boolean => {
  const last = keys.at(-1);
  if (typeof last !== 'string' || !DATA.has(last)) return false;
  const above = String(keys.at(-2));
  return !SCHEMAS.has(above) && !HOLDERS.has(above);
};
const DATA = new Set(['const', 'default', 'enum', 'example', 'value']);
