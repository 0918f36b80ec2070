/** What a schema says of members, without what it says of values. */
export interface Shape {
  /** Another schema that holds as well. */
  ref?: string;
  members?: Record<string, Shape>;
  items?: Shape;
  /** Further schemas, of which one or all hold. */
  any?: Shape[];
  /** The schema describes members by a pattern: any name is documented. */
  open?: boolean;
}
