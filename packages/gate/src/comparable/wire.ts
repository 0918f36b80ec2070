import { isDeepStrictEqual } from 'node:util';
import {
  at,
  child,
  type Document,
  type DocumentedOperation,
  dereference,
  isRecord,
  isReference,
  member,
  members,
  readOperations,
  readWireOperation,
  referenceTo,
} from '@vehicle-lookup/openapi';
import type { Comparison, EngineDifference, Side } from '../comparison/rule.ts';
import type { Normal } from './normal.ts';

type Node = Record<string, unknown>;

/** The path that the engine is given for the query operation: the same, whatever its address is. */
export const WIRE_PATH: string = '/(query operation)';
const METHOD = 'get';

/** The path item of the query operation. The bodies of the operations are compared with theirs: only others are in it. */
export function wirePathItem(document: Document, normal: Normal): unknown {
  const { path, method, at: place, node } = readWireOperation(document);
  const pointer = referenceTo(place).slice(1);
  const documents = [document, normal.other];
  const item = normal.copyTarget(child('/paths', path), 'path item') as Node;
  const { [method]: copied, ...others } = item;
  const responses = members(member(copied, 'responses')).map(([status, response]): [string, unknown] => {
    const written = member(node.responses, status);
    if (isReference(written) || !isRecord(response) || !isRecord(response.content)) return [status, response];
    const own = child(child(pointer, 'responses'), status);
    const stated = documents.flatMap((one) => bodiesOf(one, status));
    const content = members(member(written, 'content')).map(([type, media]): [string, unknown] => {
      const from = child(child(child(own, 'content'), type), 'schema');
      return [type, normal.at(withoutBodies(document, normal, member(media, 'schema'), from, stated), from)];
    });
    return [
      status,
      normal.at({ ...response, content: normal.at(Object.fromEntries(content), child(own, 'content')) }, own),
    ];
  });
  const operation = normal.at({ ...Object(copied), responses: Object.fromEntries(responses) }, pointer);
  return normal.at({ ...others, [METHOD]: operation }, child('/paths', path));
}

/** The bodies that the operations response with at a status. */
const bodiesOf = (document: Document, status: string): unknown[] =>
  readOperations(document).flatMap(({ responses }) =>
    responses
      .filter((one) => one.status === status)
      .flatMap(({ media }) => media.map(({ schema }) => dereference<unknown>(document, schema))),
  );

/** In the query operation a body has the title of its operation. */
function untitled(schema: unknown): unknown {
  if (!isRecord(schema)) return schema;
  const { title, ...rest } = schema;
  return isReference(schema) ? rest : schema;
}

/** A media type whose bodies are what the operations response, and others. */
function withoutBodies(document: Document, normal: Normal, schema: unknown, place: string, stated: readonly unknown[]) {
  const { anyOf } = Object(schema) as Node;
  const forms: [unknown, string][] = Array.isArray(anyOf)
    ? anyOf.map((form, index) => [form, child(child(place, 'anyOf'), index)])
    : [[schema, place]];
  const isStated = (form: unknown) =>
    stated.some((body) => isDeepStrictEqual(body, dereference<unknown>(document, untitled(form))));
  const others = forms.filter(([form]) => !isStated(form));
  if (others.length === forms.length) return { schema: normal.copy(schema, place, 'schema') };
  const copies = others.map(([form, from]) => normal.copy(form, from, 'schema'));
  return {
    schema: normal.at({ anyOf: normal.at([{ title: 'what an operation responds' }, ...copies], place) }, place),
  };
}

/** Whether a change is one of the query operation, as the engine compares it. */
export const isOnWire = ({ path }: Pick<EngineDifference, 'path'>): boolean =>
  path.startsWith(child('#/paths', WIRE_PATH));

/**
 * Whether a change of the query operation follows from one of the operations: a parameter or a status came, or went, with the
 * operations that have it, or a parameter has another name with theirs.
 */
export function followsOperations(change: EngineDifference, { base, revision }: Comparison): boolean {
  const { kind, typeName, property, pointer, path, before, after } = change;
  const isRenamed = typeName === 'Parameter' && property === 'name';
  if (!isOnWire(change) || (!isRenamed && (property !== undefined || kind === 'modified'))) return false;
  const [having, without] = kind === 'removed' ? [base, revision] : [revision, base];
  const has = ({ document }: Side, is: (one: DocumentedOperation) => boolean) => readOperations(document).some(is);
  const isOnlyIn = (one: Side, other: Side, is: (one: DocumentedOperation) => boolean) =>
    has(one, is) && !has(other, is);
  if (typeName === 'Response')
    return isOnlyIn(having, without, (one) => one.responses.some(({ status }) => path.endsWith(child('', status))));
  if (typeName !== 'Parameter') return false;
  const place = isRenamed ? pointer.replace(/\/name$/, '') : pointer;
  const parameter = dereference(having.document, at(having.document, place));
  // No operation can demand a parameter of all requests.
  if (kind !== 'removed' && member(parameter, 'required') === true) return false;
  const takes = (name: unknown) => (one: DocumentedOperation) => one.parameters.some((own) => own.name === name);
  if (isRenamed) return isOnlyIn(base, revision, takes(before)) && isOnlyIn(revision, base, takes(after));
  return isOnlyIn(having, without, takes(member(parameter, 'name')));
}
