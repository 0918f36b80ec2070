import { at, child } from '../src/pointer.ts';

export type Schema = boolean | { [keyword: string]: unknown };

interface Response {
  $ref?: string;
  content?: Record<string, { schema?: Schema }>;
}
interface Operation {
  operationId: string;
  responses: Record<string, Response>;
}
/** The projection of a document with one path per operation. */
export interface Projection {
  paths: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, Schema>; responses?: Record<string, Response> };
}

/** One documented form of a response body. */
export interface Variant {
  /** The schema's title; empty where it has none. */
  envelope: string;
  /** Where the schema stands in the document. */
  ref: string;
}

/** operationId → status → the documented forms of the body. */
export type Bodies = Record<string, Record<string, Variant[]>>;

/** Finds the JSON body of every declared response, with the variants of an `anyOf` whose members all have a title. */
export function responseBodies(document: Projection): Bodies {
  const bodies: Bodies = {};
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      if (!operation.operationId) continue;
      const statuses = Object.entries(operation.responses).map(([status, response]) => {
        const start = response.$ref ?? ['paths', path, method, 'responses', status].reduce(child, '#');
        return [status, variants(document, `${start}/content/application~1json/schema`)];
      });
      bodies[operation.operationId] = Object.fromEntries(statuses);
    }
  }
  return bodies;
}

function variants(document: Projection, start: string): Variant[] {
  let ref = start;
  let schema = schemaAt(document, ref);
  while (typeof schema === 'object' && typeof schema.$ref === 'string') {
    ref = schema.$ref;
    schema = schemaAt(document, ref);
  }
  if (typeof schema !== 'object') return [];
  const members = Array.isArray(schema.anyOf) ? (schema.anyOf as Schema[]) : [];
  const titles = members.map((_, index) => title(document, `${ref}/anyOf/${index}`));
  if (titles.length > 0 && titles.every((name) => name !== '')) {
    return titles.map((envelope, index) => ({ envelope, ref: `${ref}/anyOf/${index}` }));
  }
  return [{ envelope: title(document, ref), ref }];
}

function title(document: Projection, ref: string): string {
  const schema = schemaAt(document, ref);
  if (typeof schema !== 'object') return '';
  if (typeof schema.title === 'string') return schema.title;
  return typeof schema.$ref === 'string' ? title(document, schema.$ref) : '';
}

/** The schema at a reference of the form `#/a/b`, or undefined. */
export function schemaAt(document: Projection, ref: string): Schema | undefined {
  return at(document, ref.slice(1)) as Schema | undefined;
}
