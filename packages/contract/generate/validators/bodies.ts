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

/** A documented envelope of a response body. */
export interface Variant {
  /** The schema title; empty if the schema is untitled. */
  envelope: string;
  /** The reference to the schema in the document. */
  ref: string;
  /** The clauses that state the operation. */
  clauses: string[];
  /** Whether only an assumption permits this envelope. */
  isAssumed: boolean;
}

/** The documented envelopes of a body, by operation ID and status. */
export type DeclaredBodies = Record<string, Record<string, Variant[]>>;

/** Returns the envelopes of every declared JSON body. A body with an untitled envelope has a single, untitled envelope. */
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
  /** The reference to the header schema in the document. */
  ref: string;
}

/** The declared headers that have a schema, by operation ID and status. */
export type DeclaredHeaders = Record<string, Record<string, DeclaredHeader[]>>;

/** Returns the declared headers of every response that declares headers. */
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

/** Returns every referenced schema once. */
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
