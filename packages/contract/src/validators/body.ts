/** One error of a validator made by ajv. */
export interface AjvError {
  instancePath: string;
  schemaPath: string;
  keyword: string;
  params: Record<string, unknown>;
}

/** A schema of the document with its validators. */
export interface Checked {
  /** The place of the schema in the document. */
  ref: string;
  check: CompiledCheck;
  /** Accepts what the specification alone allows, without the document's assumptions. */
  checkSpecified: CompiledCheck;
}

/** One documented form of a response body. */
export interface Body extends Checked {
  /** `full`, `simplified`, `bare`: the schema's title; empty if it has none. */
  envelope: string;
  /** The clauses that state the operation: of several that state a part of a body, its own are meant. */
  clauses: readonly string[];
  /** Whether an assumption alone adds this form. */
  isAssumed: boolean;
}

/** A header that a response may have. */
export interface CompiledHeader extends Checked {
  name: string;
}

/** A validator made by ajv; its errors are those of the last call. */
export type CompiledCheck = { (value: unknown): boolean; errors?: AjvError[] | null };

/** A list is read until this many errors are found in it. */
export const MOST_ISSUES = 10_000;

/** operationId → status → the documented forms of the body. */
export type CompiledBodies = Record<string, Record<string, Body[]>>;

/** operationId → status → the declared headers. */
export type CompiledHeaders = Record<string, Record<string, CompiledHeader[]>>;
