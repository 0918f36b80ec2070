import { ASSUMPTION_TEXTS, STRENGTHS } from '../extensions/assumptions.ts';

/** Redocly's description of a kind of node. */
interface NodeType {
  properties: Record<string, unknown>;
  [key: string]: unknown;
}
type NodeTypes = Record<string, NodeType>;

/** The objects that may have `x-assumes`, with the names that Redocly uses. */
const ASSUMING = ['Operation', 'Parameter', 'Schema', 'Response', 'MediaType', 'Header'];

/**
 * Describes x-assumptions, x-assumes, x-quantity, x-label, x-secret and x-deprecation to Redocly. Without that, Redocly neither checks the inside of
 * an extension nor follows the `$ref`s there. spec/extensions.md explains their meaning.
 */
export function extensionTypes(types: NodeTypes): NodeTypes {
  const extended = { ...types };
  const extend = (name: string, key: string, value: unknown) => {
    const type = extended[name];
    if (type) extended[name] = { ...type, properties: { ...type.properties, [key]: value } };
  };
  // The rule assumes-what-is-there reports an invalid value; Redocly has no type for "an id or a list of ids".
  for (const name of ASSUMING) extend(name, 'x-assumes', {});
  // Its `$ref`s are followed like those of a schema. Rules for whole schemas do not visit this object.
  if (types.Schema) extended.SchemaFragment = { ...types.Schema };
  extend('Schema', 'x-specified', 'SchemaFragment');
  extend('Schema', 'x-quantity', { enum: ['value', 'unit'] });
  extend('Schema', 'x-label', { type: 'string' });
  extend('SecurityScheme', 'x-secret', { type: 'boolean' });
  // The rule deprecation-terms reports missing terms.
  for (const name of ['Operation', 'Parameter', 'Schema', 'Header']) extend(name, 'x-deprecation', {});
  extend('Root', 'x-assumptions', 'Assumptions');
  extended.Assumptions = { properties: {}, additionalProperties: 'Assumption' };
  // The rule assumptions-used reports missing and empty texts.
  const ids = { type: 'array', items: { type: 'string' } };
  const texts = Object.fromEntries(ASSUMPTION_TEXTS.map((name) => [name, { type: 'string' }]));
  extended.Assumption = { properties: { ...texts, clauses: ids, strength: { enum: STRENGTHS } } };
  extend('Root', 'x-clauses', 'Clauses');
  extended.Clauses = { properties: {}, additionalProperties: 'Clause' };
  extended.Clause = { properties: { text: { type: 'string' }, places: ids, words: ids, unstated: { type: 'string' } } };
  return extended;
}
