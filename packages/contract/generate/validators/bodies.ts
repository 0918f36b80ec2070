import {
  bodyForms,
  type Document,
  follow,
  jsonOf,
  member,
  members,
  type Path,
  readOperations,
  referenceTo,
} from '@vehicle-lookup/openapi';
import { clausesByPlace, readMarks } from '@vehicle-lookup/openapi/provenance';

/** One documented form of a response body. */
export interface Variant {
  /** The schema's title; empty if it has none. */
  envelope: string;
  /** The place of the schema in the document. */
  ref: string;
  /** The clauses that state the operation. */
  clauses: string[];
  /** Whether an assumption alone adds this form. */
  isAssumed: boolean;
}

/** operationId → status → the documented forms of the body. */
export type DeclaredBodies = Record<string, Record<string, Variant[]>>;

/** The JSON body of every declared response: its forms, if each of them has a title, or one without a title. */
export function responseBodies(document: Document): DeclaredBodies {
  const places = clausesByPlace(document);
  const assumed = new Set(readMarks(document).map(({ covers }) => `#${covers}`));
  const operations = readOperations(document).map(({ id, at, responses }) => {
    const clauses = places.get(referenceTo(at).slice(1)) ?? [];
    const statuses = responses.map((response) => {
      const media = jsonOf(response);
      const forms = media ? variants(document, media.schema, [...media.at, 'schema']) : [];
      return [response.status, forms.map((form): Variant => ({ ...form, clauses, isAssumed: assumed.has(form.ref) }))];
    });
    return [id, Object.fromEntries(statuses)];
  });
  return Object.fromEntries(operations);
}

/** A header that a response may have. */
export interface DeclaredHeader {
  name: string;
  /** The place of its schema in the document. */
  ref: string;
}

/** operationId → status → the declared headers that have a schema. */
export type DeclaredHeaders = Record<string, Record<string, DeclaredHeader[]>>;

/** The headers of every declared response that has some. */
export function responseHeaders(document: Document): DeclaredHeaders {
  const operations = readOperations(document).map(({ id, responses }) => {
    const statuses = responses.map(({ status, node, at }): [string, DeclaredHeader[]] => {
      const declared = members(member(node, 'headers')).flatMap(([name, reference]) => {
        const header = follow(document, reference, [...at, 'headers', name]);
        const schema = member(header.node, 'schema');
        if (schema === undefined) return [];
        return [{ name, ref: referenceTo(follow(document, schema, [...header.at, 'schema']).at) }];
      });
      return [status, declared];
    });
    return [id, Object.fromEntries(statuses.filter(([, declared]) => declared.length > 0))];
  });
  return Object.fromEntries(operations);
}

/** Every schema that is referred to, once. */
export const refsOf = (parts: Record<string, Record<string, { ref: string }[]>>): string[] => [
  ...new Set(
    Object.values(parts).flatMap((statuses) =>
      Object.values(statuses)
        .flat()
        .map(({ ref }) => ref),
    ),
  ),
];

function variants(document: Document, schema: unknown, from: Path): Pick<Variant, 'envelope' | 'ref'>[] {
  const forms = bodyForms(document, schema, from);
  if (forms.every(({ title }) => title !== undefined)) {
    return forms.map(({ title = '', at }) => ({ envelope: title, ref: referenceTo(at) }));
  }
  return [{ envelope: '', ref: referenceTo(follow(document, schema, from).at) }];
}
