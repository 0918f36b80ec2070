import {
  bodyForms,
  type Document,
  follow,
  jsonOf,
  type Path,
  readOperations,
  referenceTo,
} from '@vehicle-lookup/selectors/document';

/** One documented form of a response body. */
export interface Variant {
  /** The schema's title; empty if it has none. */
  envelope: string;
  /** The place of the schema in the document. */
  ref: string;
}

/** operationId → status → the documented forms of the body. */
export type Bodies = Record<string, Record<string, Variant[]>>;

/** The JSON body of every declared response: its forms, if each of them has a title, or one without a title. */
export function responseBodies(document: Document): Bodies {
  const operations = readOperations(document).map(({ id, responses }) => {
    const statuses = responses.map((response) => {
      const media = jsonOf(response);
      return [response.status, media ? variants(document, media.schema, [...media.at, 'schema']) : []];
    });
    return [id, Object.fromEntries(statuses)];
  });
  return Object.fromEntries(operations);
}

function variants(document: Document, schema: unknown, from: Path): Variant[] {
  const forms = bodyForms(document, schema, from);
  if (forms.every(({ title }) => title !== undefined)) {
    return forms.map(({ title = '', at }) => ({ envelope: title, ref: referenceTo(at) }));
  }
  return [{ envelope: '', ref: referenceTo(follow(document, schema, from).at) }];
}
