import { type Document, dereference, METHODS, type Operation } from '@vehicle-lookup/selectors/document';

/** An operation of the projection for readers. */
export interface Entry {
  /** Its path key, which is its true address. */
  address: string;
  method: string;
  operation: Operation & { summary?: string; tags?: string[] };
}

/** The operations of a document, in its order. */
export function operationsOf(document: Document): Entry[] {
  return Object.entries(document.paths ?? {}).flatMap(([address, reference]) => {
    const item = dereference(document, reference);
    return METHODS.flatMap((method) => {
      const operation = item[method];
      return operation ? [{ address, method, operation }] : [];
    });
  });
}
