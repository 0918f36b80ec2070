/** A JSON value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** What the document requires of a parameter's value, in the keywords of JSON Schema. */
export interface ParameterRule {
  required: boolean;
  type: 'string' | 'integer';
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
}

/** One of the operations that share the wire operation's path. */
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
  /** How an error body is made: the members `fixed`, and a text for people in the member `text`. */
  error: { fixed: Record<string, Json>; text: string };
  operations: OperationEntry<Id>[];
}
