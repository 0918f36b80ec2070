import type { Literal } from './conditions.ts';
import { isObject, type JsonSchema, type LocatedSchema, type SchemaObject } from './schema.ts';

/** Fields that a schema names, and whether the schema allows other fields. */
interface Declared {
  names: Set<string>;
  isOpen: boolean;
}

const known = new WeakMap<SchemaObject, Declared>();

/**
 * Returns the sorted fields that only the outer side names. A program that follows the inner side's contract does not send these fields,
 * unless that contract explicitly allows other fields or names no fields.
 */
export function closedNames(literals: readonly Literal[]): string[] {
  const [inner, outer] = [new Set<string>(), new Set<string>()];
  for (const literal of literals) {
    const { names, isOpen } = declaredBy(literal);
    if (isOpen && literal.role === 'inner') return [];
    for (const name of names) (literal.role === 'inner' ? inner : outer).add(name);
  }
  return inner.size === 0 ? [] : [...outer].filter((name) => !inner.has(name)).sort();
}

export function declaredBy({ schema, source }: LocatedSchema): Declared {
  if (!isObject(schema)) return { names: new Set(), isOpen: false };
  const seen = known.get(schema);
  if (seen) return seen;
  const declared: Declared = { names: new Set(), isOpen: false };
  collect(schema, source, declared, new Set());
  known.set(schema, declared);
  return declared;
}

function collect(
  schema: JsonSchema | undefined,
  source: LocatedSchema['source'],
  into: Declared,
  seen: Set<SchemaObject>,
): void {
  if (!isObject(schema) || seen.has(schema)) return;
  seen.add(schema);
  const { names } = into;
  const node: SchemaObject = schema;
  const dependent = Object.entries<string[]>(node.dependentRequired ?? {}).flat(2);
  for (const name of [...Object.keys(node.properties ?? {}), ...(node.required ?? []), ...dependent]) names.add(name);
  if (isObject(node.const)) for (const name of Object.keys(node.const)) names.add(name);
  const { additionalProperties = false, unevaluatedProperties = false, patternProperties, propertyNames } = node;
  into.isOpen ||= additionalProperties !== false || unevaluatedProperties !== false;
  into.isOpen ||= patternProperties !== undefined || propertyNames !== undefined;
  const targets = [node.$ref, node.$dynamicRef].flatMap((one) => (one === undefined ? [] : [source.resolve(one)]));
  const parts = [
    ...targets,
    ...['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => node[keyword] ?? []),
    ...['if', 'then', 'else'].flatMap((keyword) => (node[keyword] === undefined ? [] : [node[keyword]])),
    ...Object.values(node.dependentSchemas ?? {}),
  ];
  for (const part of parts) collect(part, source, into, seen);
}
