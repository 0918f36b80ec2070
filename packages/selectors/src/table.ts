/** A JSON value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** What the document says of a parameter's value; the keywords are JSON Schema's. */
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
  /** Query parameters that are required and have a `const`. The operation is chosen when all of them hold. */
  selectors: Record<string, string>;
  /** The other query parameters, without the credentials. */
  parameters: Record<string, ParameterRule>;
  /** Declared statuses, as written in the document. */
  statuses: string[];
}

/** What a program must know of a document with one path in order to tell its operations apart. */
export interface OperationTable<Id extends string = string> {
  path: string;
  /** In upper case, as on the wire. */
  method: string;
  /** Names of the query parameters that hold the credentials; all of them are required. */
  credentials: string[];
  /** Those of the credentials that must never be shown: marked `x-secret`, or all where none is marked. */
  secrets: string[];
  /** An error body is `fixed` and a text in the member `text`. */
  error: { fixed: Record<string, Json>; text: string };
  operations: OperationEntry<Id>[];
}
