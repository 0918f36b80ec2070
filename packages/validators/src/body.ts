/** One error of a validator made by ajv. */
export interface AjvError {
  instancePath: string;
  schemaPath: string;
  keyword: string;
  params: Record<string, unknown>;
}

/** One documented form of a response body. */
export interface Body {
  /** `full`, `simplified`, `bare`: the schema's title; empty if it has none. */
  envelope: string;
  /** The place of the schema in the document. */
  ref: string;
  check: Check;
  /** Accepts what the specification alone allows, without the document's assumptions. */
  checkSpecified: Check;
}

/** A validator made by ajv; its errors are those of the last call. */
export type Check = { (value: unknown): boolean; errors?: AjvError[] | null };

/** A list is read until this many errors are found in it. */
export const MOST_ISSUES = 10_000;

/** operationId → status → the documented forms of the body. */
export type Bodies = Record<string, Record<string, Body[]>>;
