import { ASSUMPTION_TEXTS } from '../document/assumptions.ts';

/** Redocly's description of a kind of node. */
interface NodeType {
  properties: Record<string, unknown>;
  [key: string]: unknown;
}
type NodeTypes = Record<string, NodeType>;

/** The objects that may have `x-assumes`, by Redocly's names. */
const ASSUMING = ['Operation', 'Parameter', 'Schema', 'Response', 'Header', 'SecurityScheme'];

/**
 * Describes x-assumptions, x-assumes, x-quantity and x-secret to Redocly. Without that, Redocly neither checks the inside of
 * an extension nor follows the `$ref`s there. spec/extensions.md explains their meaning.
 */
export function extensionTypes(types: NodeTypes): NodeTypes {
  const extended = { ...types };
  const extend = (name: string, key: string, value: unknown) => {
    const type = extended[name];
    if (type) extended[name] = { ...type, properties: { ...type.properties, [key]: value } };
  };
  for (const name of ASSUMING) extend(name, 'x-assumes', { type: 'array', items: { type: 'string' } });
  extend('Schema', 'x-quantity', { enum: ['value', 'unit'] });
  extend('SecurityScheme', 'x-secret', { type: 'boolean' });
  extend('Root', 'x-assumptions', 'Assumptions');
  extended.Assumptions = { properties: {}, additionalProperties: 'Assumption' };
  // The rule assumptions-used reports missing and empty texts.
  extended.Assumption = { properties: Object.fromEntries(ASSUMPTION_TEXTS.map((name) => [name, { type: 'string' }])) };
  return extended;
}
