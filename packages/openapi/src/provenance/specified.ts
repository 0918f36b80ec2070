import { isRecord } from '../openapi/node.ts';
import type { Document } from '../openapi/openapi.ts';
import { at, child, keysOf } from '../openapi/pointer.ts';
import { removeUnused } from '../openapi/unused.ts';
import { walk } from '../openapi/walk.ts';
import { clausesByPlace } from './bases.ts';
import { type Mark, MEANING, readMarks } from './marks.ts';
import { specifiedText } from './specified-text.ts';

/** Keys without specified content: `x-assumes` and related keys, and examples, which are only illustrations. */
const NOT_SPECIFIED = ['x-assumes', 'x-specified', 'x-assumptions', 'example', 'examples'];

/**
 * Returns the clauses-only view of a document. An assumed value is removed, or replaced by the value according to the
 * specification alone.
 * @param source a bundled document
 */
export function specifiedOnly(source: Document): Document {
  const document = structuredClone(source);
  const clauses = clausesByPlace(source);
  // In reverse order, so that array indices remain valid.
  for (const mark of readMarks(document).toReversed()) if (mark.key !== MEANING) withdraw(document, mark, clauses);
  for (const { node, named } of walk(document)) {
    if (named) continue;
    for (const key of NOT_SPECIFIED) delete node[key];
    if (typeof node.description === 'string') node.description = specifiedText(node.description);
    if (node.description === '') {
      delete node.description;
      // The label would state an assumed meaning.
      delete node['x-label'];
    }
  }
  removeUnused(document);
  for (const { node } of walk(document)) {
    for (const key of ['headers', 'responses']) if (isEmpty(node[key])) delete node[key];
  }
  return document;
}

const isEmpty = (value: unknown): boolean => isRecord(value) && Object.keys(value).length === 0;

function withdraw(document: Document, { covers, specified }: Mark, clauses: Map<string, unknown>): void {
  const marked = at(document, covers);
  const names = Object.keys(Object(marked));
  // A mark on a list or map, such as `responses`, covers only the entries without a clause.
  if (specified === undefined && names.some((name) => clauses.has(child(covers, name)))) {
    for (const name of names) if (!clauses.has(child(covers, name)) && isRecord(marked)) delete marked[name];
    return;
  }
  const keys = keysOf(covers);
  const name = String(keys.at(-1));
  const holder = at(document, keys.slice(0, -1).reduce<string>(child, ''));
  if (isRecord(holder)) {
    if (specified === undefined) delete holder[name];
    else holder[name] = specified;
  } else if (Array.isArray(holder)) {
    holder.splice(Number(name), 1);
    if (holder.length === 1) unwrap(document, keys.slice(0, -1), holder[0]);
  }
}

/** Replaces an `anyOf` that has only one schema with this schema. */
function unwrap(document: Document, keys: string[], only: unknown): void {
  const schema = at(document, keys.slice(0, -1).reduce<string>(child, ''));
  if (!isRecord(schema)) return;
  delete schema[String(keys.at(-1))];
  Object.assign(schema, only);
}
