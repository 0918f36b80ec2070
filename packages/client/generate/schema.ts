import {
  type Document,
  isRecord,
  isReference,
  type Json,
  type Schema,
  target,
} from '@vehicle-lookup/selectors/document';
import { comment, key } from './text.ts';

/** A schema with what leads to it. */
export interface Resolved {
  schema: Schema;
  /** The last component's name on the way, if there was a `$ref`. */
  name: string | undefined;
}

/** Follows references; annotations beside a `$ref` win over those behind it. `false` is the schema that admits nothing. */
export function resolve(document: Document, node: unknown, name?: string): Resolved {
  if (!isReference(node)) return { schema: isRecord(node) ? (node as Schema) : { not: node === false }, name };
  const { $ref, ...beside } = node as { $ref: string };
  const { schema, name: own } = resolve(document, target(document, $ref), $ref.split('/').at(-1));
  return { schema: { ...schema, ...beside }, name: own };
}

/** The schemas of which a value may fulfil any; a schema without alternatives is its only one. */
export function alternatives(document: Document, node: unknown): Resolved[] {
  const { schema, name } = resolve(document, node);
  const list = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
  return list
    ? list.flatMap((one) => alternatives(document, one).map((found) => ({ ...found, name: found.name ?? name })))
    : [{ schema, name }];
}

export const isNothing = (schema: Schema): boolean => schema.not === true;

/** The members of an object schema: name, schema, and whether it must be there. */
export function properties(schema: Schema): [name: string, node: Json, required: boolean][] {
  const required = (schema.required ?? []) as string[];
  return Object.entries((schema.properties ?? {}) as Schema).map(([name, node]) => [
    name,
    node,
    required.includes(name),
  ]);
}

/** The schema of a JSON body, or undefined. */
export function bodySchema(document: Document, response: unknown): Json | undefined {
  const { content } = resolve(document, response).schema as { content?: Record<string, { schema?: Json }> };
  return content?.['application/json']?.schema;
}

/** Writes TypeScript for wire values. Components that hold members or alternatives of them get a name of their own. */
export class WireTypes {
  private readonly document: Document;
  private readonly declarations = new Map<string, string>();

  constructor(document: Document) {
    this.document = document;
  }

  /** The type of a schema, as TypeScript text. */
  of(node: unknown): string {
    const { schema, name } = resolve(this.document, node);
    if (!name || !isStructure(schema)) return this.inline(schema);
    if (!this.declarations.has(name)) {
      this.declarations.set(name, ''); // its place; a schema may contain itself
      this.declarations.set(name, this.declaration(name, schema));
    }
    return name;
  }

  /** The names that `of` has used so far. */
  names(): string[] {
    return [...this.declarations.keys()];
  }

  /** Their declarations. */
  toString(): string {
    return [...this.declarations.values()].join('\n\n');
  }

  private declaration(name: string, schema: Schema): string {
    const doc = docComment(schema.description);
    return schema.properties
      ? `${doc}export interface ${name} ${this.members(schema, '')}`
      : `${doc}export type ${name} = ${this.inline(schema)};`;
  }

  private inline(schema: Schema): string {
    if (isNothing(schema)) return 'never';
    if ('const' in schema) return JSON.stringify(schema.const);
    if (schema.enum) return union((schema.enum as Json[]).map((value) => JSON.stringify(value)));
    const list = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
    if (list) return union(list.map((one) => this.of(one)));
    if (schema.properties) return this.members(schema, '  ');
    const types = [schema.type ?? []].flat().map((type) => this.scalar(type as string, schema));
    return types.length ? union(types) : 'unknown';
  }

  private scalar(type: string, schema: Schema): string {
    if (type === 'integer') return 'number';
    if (type === 'object') return 'Record<string, unknown>';
    if (type !== 'array') return type;
    const items = this.of(schema.items);
    return /^\w+$/.test(items) ? `${items}[]` : `(${items})[]`;
  }

  private members(schema: Schema, indent: string): string {
    const lines = properties(schema).map(([name, node, required]) => {
      const { schema: member } = resolve(this.document, node);
      const doc = docComment(member.description, `${indent}  `);
      return `${doc}${indent}  ${key(name)}${required ? '' : '?'}: ${this.of(node)};\n`;
    });
    return `{\n${lines.join('')}${indent}}`;
  }
}

const isStructure = (schema: Schema): boolean => Boolean(schema.properties ?? schema.anyOf);

const union = (types: string[]): string => [...new Set(types)].join(' | ');

/** A doc comment with its line end; nothing where there is no text. */
export const docComment = (text: unknown, indent = ''): string =>
  typeof text === 'string' && text ? `${indent}/** ${comment(text)} */\n` : '';
