/** The parts of an OpenAPI document that the plugin reads. Everything else stays `unknown`. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type Schema = { [key: string]: Json };
export interface Reference {
  $ref: string;
}
export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema?: Schema;
}
export interface MediaType {
  schema?: Schema;
  examples?: Record<string, { summary?: string; value?: Json }>;
}
export interface Response {
  content?: Record<string, MediaType>;
}
export interface Operation {
  operationId?: string;
  description?: string;
  parameters?: (Parameter | Reference)[];
  responses?: Record<string, Response | Reference>;
}
export interface SecurityScheme {
  type: string;
  in: string;
  name: string;
  'x-secret'?: boolean;
}
export type PathItem = { [method: string]: Operation };
export interface Document {
  paths?: Record<string, PathItem | Reference>;
  security?: Record<string, string[]>[];
  components?: {
    pathItems?: Record<string, PathItem | Reference>;
    securitySchemes?: Record<string, SecurityScheme | Reference>;
    [kind: string]: unknown;
  };
  [key: string]: unknown;
}

/** Keys that lead to a node, from the document's root; a `$ref` on the way is followed. */
export type Path = (string | number)[];

/** The document is not of the kind that this project reads; `at` leads to the place. */
export class DocumentError extends Error {
  readonly at: Path;

  constructor(message: string, at: Path) {
    super(message);
    this.name = 'DocumentError';
    this.at = at;
  }
}

export const METHODS: readonly string[] = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

export const isRecord = (node: unknown): node is Record<string, unknown> =>
  typeof node === 'object' && node !== null && !Array.isArray(node);

export const isReference = (node: unknown): node is Reference => isRecord(node) && typeof node.$ref === 'string';

/** The members of an object; none for anything else. For documents that nobody has checked yet. */
export const members = (node: unknown): [string, unknown][] => (isRecord(node) ? Object.entries(node) : []);

/** A member of an object; undefined for anything else. */
export const member = (node: unknown, key: string): unknown => (isRecord(node) ? node[key] : undefined);

/** The items of a list; none for anything else. */
export const items = (node: unknown): unknown[] => (Array.isArray(node) ? node : []);

/**
 * Follows the `$ref`s of a node inside one bundled document.
 * @throws when a reference leads nowhere or in a circle
 */
export function dereference<T>(document: Document, node: T | Reference): T {
  let current: unknown = node;
  for (const seen = new Set<string>(); isReference(current); ) {
    const { $ref } = current;
    if (seen.has($ref)) throw new DocumentError(`${$ref} refers to itself`, []);
    seen.add($ref);
    current = pointer(document, $ref);
    if (current === undefined) throw new DocumentError(`${$ref} refers to nothing in the document`, []);
  }
  return current as T;
}

/** What a `#/…` reference leads to in a document, or undefined. */
export function pointer(document: unknown, ref: string): unknown {
  let node: unknown = document;
  for (const key of ref.replace(/^#\//, '').split('/')) {
    node = (node as Record<string, unknown> | null | undefined)?.[key.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  return node;
}
