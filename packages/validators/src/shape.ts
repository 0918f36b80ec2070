/** The members that a schema describes, and what its rules rest on; without the rules. */
export interface Shape {
  /** Another schema that applies, too. */
  ref?: string;
  members?: Record<string, Shape>;
  items?: Shape;
  /** Further schemas, of which one or all apply. */
  any?: Shape[];
  /** The schema describes members by a pattern: every name counts as documented. */
  open?: boolean;
  /** The schema is `false`: the member must be absent. */
  never?: boolean;
  /** The clauses that state a keyword, or `required/<name>`; under the empty key those that state the schema. */
  clauses?: Record<string, string[]>;
  /** The assumption that a keyword rests on; under the empty key the one that the schema rests on. */
  assumes?: Record<string, string>;
}
