/** A JSON value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Constraints of a value, in the keywords of JSON Schema. */
export interface Constraints {
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
}

/** The rule of the document for the value of a parameter. */
export interface ParameterRule extends Constraints {
  required: boolean;
  type: 'string' | 'integer';
  /** The basis of the rule, if the document states it. */
  owners?: ParameterBases;
}

/** The basis of the rule of a parameter. */
export interface ParameterBases {
  /** The clause that states a keyword. */
  clauses: Partial<Record<'type' | keyof Constraints, string>>;
  /** The assumption on which a keyword rests; `notation` means that an integer has only plain decimal digits. */
  assumptions: Partial<Record<'notation' | keyof Constraints, string>>;
  /** The constraints that the specification alone states. */
  specified: Constraints;
}

/** The clauses or assumptions that an invalid query violates. */
export interface RequestBases {
  /** By kind of query error. */
  kinds: Partial<Record<QueryErrorKind, Basis>>;
  /** For parameters without a selector that do not belong to the operation that such a query selects. */
  defaultOperation: Basis;
}

/** One of the operations that share the query operation's path. */
export interface OperationEntry<Id extends string = string> {
  id: Id;
  /** Required query parameters that have a `const`, with the value. Together, they select the operation. */
  selectors: Record<string, string>;
  /** The other query parameters, without the credentials. */
  parameters: Record<string, ParameterRule>;
  /** Declared statuses, as written in the document. */
  statuses: string[];
}

/** The data that a program requires about a document whose operations share one path. */
export interface OperationTable<Id extends string = string> {
  path: string;
  /** In upper case, as on the wire. */
  method: string;
  /** Names of the credential query parameters, all of which are required. */
  credentials: string[];
  /** The credentials that must never be shown: the credentials marked `x-secret`, or all credentials if none is marked. */
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
 * The basis that an error violates: a clause of the specification, or an assumption where the specification is silent. At
 * most one of the two is present; neither, if the document states no basis.
 */
export interface Basis {
  /** An ID from `x-clauses`. */
  clause?: string;
  /** An ID from `x-assumptions`. */
  assumption?: string;
}

/** ` [vehicle.year]`, ` [assumption fields-present]`: for the end of a message; empty without a basis. */
export function basisText({ clause, assumption }: Basis): string {
  if (clause !== undefined) return ` [${clause}]`;
  return assumption === undefined ? '' : ` [assumption ${assumption}]`;
}

/**
 * Returns an error body according to the error schema of the document.
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
