/**
 * What something that is wrong breaks: a clause of the specification, or an assumption where it is silent. At most one of the
 * two is there; neither, if the document does not say.
 */
export interface Owner {
  /** An id of the document's `x-clauses`. */
  clause?: string;
  /** An id of the document's `x-assumptions`. */
  assumption?: string;
}

/** ` [vehicle.year]`, ` [assumption fields-present]`: for the end of a message; empty without an owner. */
export function ownerText({ clause, assumption }: Owner): string {
  if (clause !== undefined) return ` [${clause}]`;
  return assumption === undefined ? '' : ` [assumption ${assumption}]`;
}
