/** A JSON value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Constraints on a value, as JSON Schema keywords. */
export interface Constraints {
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
}

/** The document's rule for a parameter value. */
export interface ParameterRule extends Constraints {
  required: boolean;
  type: 'string' | 'integer';
  /** The basis of the rule, if the document states it. */
  owners?: ParameterBases;
}

/** The basis of a parameter rule. */
export interface ParameterBases {
  /** The clause that states each keyword. */
  clauses: Partial<Record<'type' | keyof Constraints, string>>;
  /** The assumption on which each keyword is based. `notation` requires plain decimal digits for an integer. */
  assumptions: Partial<Record<'notation' | keyof Constraints, string>>;
  /** The constraints according to the specification alone. */
  specified: Constraints;
}

/** The clauses or assumptions that an invalid query violates. */
export interface RequestBases {
  /** The basis of each kind of query error. */
  kinds: Partial<Record<QueryErrorKind, Basis>>;
  /** The basis for rejecting a query without selectors whose parameters do not belong to the default operation. */
  defaultOperation: Basis;
}

/** One of the operations that share the query operation's path. */
export interface OperationEntry<Id extends string = string> {
  id: Id;
  /** Required query parameters that have a `const`, with their values. Together, they select the operation. */
  selectors: Record<string, string>;
  /** The other query parameters, without the credentials. */
  parameters: Record<string, ParameterRule>;
  /** Declared statuses, as written in the document. */
  statuses: string[];
}

/** The data that programs need from a document whose operations share one path. */
export interface OperationTable<Id extends string = string> {
  path: string;
  /** The HTTP method, in upper case. */
  method: string;
  /** Names of the credential query parameters, all of which are required. */
  credentials: string[];
  /** Names of the credentials that must never be shown: the credentials marked `x-secret`, or all credentials if none is marked. */
  secrets: string[];
  /** The structure of an error body: the fields `fixed`, and a readable message in the field `text`. */
  error: { fixed: Record<string, Json>; text: string };
  /** The clauses or assumptions that invalid queries violate, if the document states them. */
  owners?: RequestBases;
  /** The clause or assumption that a non-JSON response violates. */
  json?: Basis;
  operations: OperationEntry<Id>[];
}

/**
 * The basis that an error violates: a clause of the specification, or an assumption where the specification is silent. At most
 * one of the two is present; both are absent if the document states no basis.
 */
export interface Basis {
  /** An ID from `x-clauses`. */
  clause?: string;
  /** An ID from `x-assumptions`. */
  assumption?: string;
}

/** Returns a message suffix such as ` [vehicle.year]` or ` [assumption fields-present]`; an empty string without a basis. */
export function basisText({ clause, assumption }: Basis): string {
  if (clause !== undefined) return ` [${clause}]`;
  return assumption === undefined ? '' : ` [assumption ${assumption}]`;
}

/**
 * Returns an error body that conforms to the document's error schema.
 * @param text a readable message: what happened, what was expected, and what to do next
 */
export function errorBody({ error }: Pick<OperationTable, 'error'>, text: string): Record<string, Json> {
  return { ...error.fixed, [error.text]: text };
}

/**
 * The kinds of query errors by response status, in the order of the checks. An error response has an example named after
 * each kind, so that a mock can return the documented message. Only a service can determine whether credentials are valid,
 * so the resolver never returns `invalid-credentials`.
 */
export const QUERY_ERROR_KINDS = {
  '400': [
    'several-selectors',
    'selector-value',
    'missing-selector',
    'unknown-parameter',
    'foreign-parameter',
    'repeated-parameter',
    'missing-parameter',
    'malformed-parameter',
  ],
  '401': ['missing-credentials', 'invalid-credentials'],
} as const;

export type QueryErrorKind = (typeof QUERY_ERROR_KINDS)[keyof typeof QUERY_ERROR_KINDS][number];
