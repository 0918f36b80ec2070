import type { Json } from '../table.ts';

/** The parts of an OpenAPI document that are read here. Everything else stays `unknown`. */
export type { Json };
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
