import { at, type Document, isRecord, isReference, METHODS, members } from '@vehicle-lookup/openapi';

/** Which of the two forms a document has, and why, for messages. */
export interface DocumentForm {
  /** Its operations stand in components.pathItems and share one path, on which the query chooses among them. */
  hasSelectors: boolean;
  form: string;
}

/**
 * Tells the form by the structure alone. What its parameters are like does not matter, so that no keyword that other programs
 * cannot read hides the operations.
 */
export function formOf(document: Document): DocumentForm {
  const unused = Object.keys(unusedPathItems(document));
  const paths = members(document.paths).filter(([path]) => path.startsWith('/'));
  const [[path = '', item] = []] = paths;
  if (unused.length === 0) return { hasSelectors: false, form: 'no operation stands in components.pathItems alone' };
  if (paths.length !== 1) return { hasSelectors: false, form: `there are ${paths.length} paths` };
  const methods = methodsOf(document, item);
  if (methods.length === 1) {
    return { hasSelectors: true, form: `one path has its operations in components.pathItems (${unused.join(', ')})` };
  }
  return { hasSelectors: false, form: `${path} has ${methods.length === 0 ? 'no method' : methods.join(' and ')}` };
}

/** Path items that nothing refers to, by name: the operations of a document whose path they share. */
export function unusedPathItems(document: Document): Record<string, unknown> {
  const items = members(document.components?.pathItems);
  if (items.length === 0) return {};
  const used = new Set<string>();
  JSON.stringify(document, (key, value) => {
    if (key === '$ref') used.add(value);
    return value;
  });
  return Object.fromEntries(items.filter(([name]) => !used.has(`#/components/pathItems/${name}`)));
}

/** OPTIONS asks about the other methods and is none of them. */
function methodsOf(document: Document, item: unknown): string[] {
  const node = isReference(item) ? at(document, item.$ref.slice(1)) : item;
  return METHODS.filter((method) => method !== 'options' && isRecord(node) && isRecord(node[method]));
}
