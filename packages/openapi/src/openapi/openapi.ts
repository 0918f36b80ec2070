import type { Json } from '../selectors/index.ts';

/** The parts of an OpenAPI document that this package reads. All other parts are `unknown`. */
export type { Json };
export type Schema = { [key: string]: Json };
export interface Reference {
  $ref: string;
}
export interface Example {
  summary?: string;
  value?: Json;
}
export interface Parameter {
  name: string;
  in: string;
  description?: string;
  required?: boolean;
  schema?: Schema;
  example?: Json;
  examples?: Record<string, Example | Reference>;
}
export interface MediaType {
  schema?: Schema;
  examples?: Record<string, Example | Reference>;
}
export interface Response {
  description?: string;
  content?: Record<string, MediaType>;
}
export interface Operation {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
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
  info?: { title?: string; version?: string; summary?: string; description?: string };
  servers?: { url: string; variables?: Record<string, { default: string }> }[];
  paths?: Record<string, PathItem | Reference>;
  security?: Record<string, string[]>[];
  components?: {
    pathItems?: Record<string, PathItem | Reference>;
    securitySchemes?: Record<string, SecurityScheme | Reference>;
    [kind: string]: unknown;
  };
  [key: string]: unknown;
}

/** Keys from the root of the document to a node. */
export type Path = (string | number)[];

/** Reports that a document is outside the supported subset. `at` is the location of the error. */
export class DocumentError extends Error {
  readonly at: Path;

  constructor(message: string, at: Path) {
    super(message);
    this.name = 'DocumentError';
    this.at = at;
  }
}

export const METHODS: readonly string[] = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
