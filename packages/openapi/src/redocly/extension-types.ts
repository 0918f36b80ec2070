import { ASSUMPTION_TEXTS, STRENGTHS } from '../extensions/assumptions.ts';

/** Redocly's definition of a node type. */
interface NodeType {
  properties: Record<string, unknown>;
  [key: string]: unknown;
}
type NodeTypes = Record<string, NodeType>;

/** Redocly's names of the objects that may have `x-assumes`. */
const ASSUMING = ['Operation', 'Parameter', 'Schema', 'Response', 'MediaType', 'Header'];

/**
 * Adds the extensions, such as x-assumptions and x-label, to Redocly's node types. Without these types, Redocly does not check
 * the content of an extension or follow its `$ref`s. spec/extensions.md describes the extensions.
 */
export function extensionTypes(types: NodeTypes): NodeTypes {
  const extended = { ...types };
  const extend = (name: string, key: string, value: unknown) => {
    const type = extended[name];
    if (type) extended[name] = { ...type, properties: { ...type.properties, [key]: value } };
  };
  // The rule assumptions-used reports invalid values, because Redocly has no type for "an ID or a list of IDs".
  for (const name of ASSUMING) extend(name, 'x-assumes', {});
  // Redocly follows the `$ref`s of a fragment, but does not apply the rules for complete schemas to it.
  if (types.Schema) extended.SchemaFragment = { ...types.Schema };
  extend('Schema', 'x-specified', 'SchemaFragment');
  extend('Schema', 'x-quantity', { enum: ['value', 'unit'] });
  extend('Schema', 'x-label', { type: 'string' });
  extend('SecurityScheme', 'x-secret', { type: 'boolean' });
  // The rule deprecation-terms reports missing terms.
  for (const name of ['Operation', 'Parameter', 'Schema', 'Header']) extend(name, 'x-deprecation', {});
  extend('Root', 'x-assumptions', 'Assumptions');
  extended.Assumptions = { properties: {}, additionalProperties: 'Assumption' };
  // The rule assumptions-used reports missing and empty strings.
  const ids = { type: 'array', items: { type: 'string' } };
  const texts = Object.fromEntries(ASSUMPTION_TEXTS.map((name) => [name, { type: 'string' }]));
  extended.Assumption = { properties: { ...texts, clauses: ids, strength: { enum: STRENGTHS } } };
  extend('Root', 'x-clauses', 'Clauses');
  extended.Clauses = { properties: {}, additionalProperties: 'Clause' };
  extended.Clause = { properties: { text: { type: 'string' }, places: ids, words: ids, unstated: { type: 'string' } } };
  return extended;
}
