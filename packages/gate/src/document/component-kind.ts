import { WITH_LIST, WITH_NAMES, WITH_SCHEMA } from '../containment/schema.ts';

type Keys = readonly (string | number)[];

/** OpenAPI and JSON Schema keys whose value is a schema (`SCHEMA`) or contains several schemas (`SCHEMAS`). */
const SCHEMA: ReadonlySet<string> = new Set(['schema', 'contentSchema', ...WITH_SCHEMA]);
const SCHEMAS: ReadonlySet<string> = new Set(['schemas', '$defs', ...WITH_LIST, ...WITH_NAMES]);

/** Keys whose value contains components of the named kind, in a list or by name. */
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

/** Returns the component kind of a reference's target; undefined if the reference can only be replaced by its target. */
export function componentKind(keys: Keys): string | undefined {
  const [above, last] = [keys.at(-2), keys.at(-1)].map((key) => key?.toString());
  if (above !== undefined && SCHEMAS.has(above)) return 'schemas';
  if (last !== undefined && SCHEMA.has(last)) return 'schemas';
  if (last === 'requestBody') return 'requestBodies';
  return above !== undefined && HOLDERS.has(above) ? above : undefined;
}

/** Returns whether a value is API data, in which a `$ref` is not a reference. */
export const isData = (keys: Keys): boolean => {
  const last = keys.at(-1);
  if (typeof last !== 'string' || !DATA.has(last)) return false;
  const above = String(keys.at(-2));
  return !SCHEMAS.has(above) && !HOLDERS.has(above);
};
const DATA = new Set(['const', 'default', 'enum', 'example', 'value']);
