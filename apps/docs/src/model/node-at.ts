/** The node at a place of the document. */
export const nodeAt = (document: unknown, at: readonly (string | number)[]): unknown =>
  at.reduce<unknown>((node, key) => Object(node)[key], document);
