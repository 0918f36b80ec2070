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

/** What the document requires of a parameter's value. */
export interface ParameterRule extends Constraints {
  required: boolean;
  type: 'string' | 'integer';
  /** What the rule rests on, if the document says. */
  owners?: ParameterBases;
}

/** What the rule of a parameter rests on. */
export interface ParameterBases {
  /** The clause that states a keyword. */
  clauses: Partial<Record<'type' | keyof Constraints, string>>;
  /** The assumption that a keyword rests on; `notation` is that an integer has plain decimal digits only. */
  assumptions: Partial<Record<'notation' | keyof Constraints, string>>;
  /** The constraints that the specification alone states. */
  specified: Constraints;
}

/** What an invalid query breaks. */
export interface RequestBases {
  /** By the kind of problem. */
  kinds: Partial<Record<QueryErrorKind, Basis>>;
  /** Parameters without a selector that are not those of the operation which such a query selects. */
  defaultOperation: Basis;
}

/** One of the operations that share the query operation's path. */
export interface OperationEntry<Id extends string = string> {
  id: Id;
  /** Query parameters that are required and have a `const`, with that value. All of them together select the operation. */
  selectors: Record<string, string>;
  /** The other query parameters, without the credentials. */
  parameters: Record<string, ParameterRule>;
  /** Declared statuses, as written in the document. */
  statuses: string[];
}

/** What a program needs to know of a document whose operations share one path. */
export interface OperationTable<Id extends string = string> {
  path: string;
  /** In upper case, as on the wire. */
  method: string;
  /** Names of the query parameters that hold the credentials; all of them are required. */
  credentials: string[];
  /** The credentials that must never be shown: those marked `x-secret`, or all of them if none is marked. */
  secrets: string[];
  /** How an error body is made: the fields `fixed`, and a text for people in the field `text`. */
  error: { fixed: Record<string, Json>; text: string };
  /** What invalid queries break, if the document says. */
  owners?: RequestBases;
  /** What a response breaks that is not JSON. */
  json?: Basis;
  operations: OperationEntry<Id>[];
}

/**
 * What something that is wrong breaks: a clause of the specification, or an assumption where it is silent. At most one of the
 * two is there; neither, if the document does not say.
 */
export interface Basis {
  /** An id of the document's `x-clauses`. */
  clause?: string;
  /** An id of the document's `x-assumptions`. */
  assumption?: string;
}

/** ` [vehicle.year]`, ` [assumption fields-present]`: for the end of a message; empty without an owner. */
export function basisText({ clause, assumption }: Basis): string {
  if (clause !== undefined) return ` [${clause}]`;
  return assumption === undefined ? '' : ` [assumption ${assumption}]`;
}

/**
 * An error body as the document's error schema requires it.
 * @param text what happened, what was expected, and what to do next, for people
 */
export function errorBody({ error }: Pick<OperationTable, 'error'>, text: string): Record<string, Json> {
  return { ...error.fixed, [error.text]: text };
}

/**
 * What can be wrong with a request before any data is looked up, by the status of its response, in the order in which it
 * is judged. An error response has an example named after each kind, so that a mock can response with the documented text.
 * Whether credentials are valid only a service can tell: the resolver never returns `invalid-credentials`.
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
