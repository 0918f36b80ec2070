/** The members that a schema describes, without its rules for values. */
export interface Shape {
  /** Another schema that applies, too. */
  ref?: string;
  members?: Record<string, Shape>;
  items?: Shape;
  /** Further schemas, of which one or all apply. */
  any?: Shape[];
  /** The schema describes members by a pattern: every name counts as documented. */
  open?: boolean;
}
