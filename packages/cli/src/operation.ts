/** An operation as the document states it: what a person has to give, and what it brings. */
export interface Operation {
  /** Its operationId: the name of the client's method. */
  id: string;
  summary: string;
  description: string;
  /** What it needs, in the order of the method's arguments. */
  inputs: Input[];
}

/** One value that an operation needs. */
export interface Input {
  name: string;
  description: string;
  /** As JSON Schema names it. */
  type: string;
}
