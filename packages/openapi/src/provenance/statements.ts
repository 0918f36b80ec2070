import { isRecord, isReference, items, member, members } from '../openapi/node.ts';
import type { Document } from '../openapi/openapi.ts';
import { child } from '../openapi/pointer.ts';

/** A rule in the document that a request or response can violate. */
export interface Statement {
  /** Description for a message, such as `keyword pattern` or `status 403`. */
  what: string;
  /** Pointer to the keyword, status, parameter, header or security scheme. */
  pointer: string;
}

/** JSON Schema keywords that do not restrict a value. */
const ANNOTATIONS = ['title', 'description', 'example', 'examples', 'default', 'deprecated', 'readOnly', 'writeOnly'];
const isAnnotation = (keyword: string) => ANNOTATIONS.includes(keyword) || /^(x-|\$(?!ref$))/.test(keyword);

/** Keywords whose value is a schema, a list of schemas, or schemas by name. */
const SCHEMA = ['items', 'not', 'additionalProperties', 'contains', 'propertyNames', 'unevaluatedProperties'];
const SCHEMAS = ['allOf', 'anyOf', 'oneOf', 'prefixItems', 'properties', 'patternProperties', '$defs'];

/**
 * Returns every statement of a document about the requests and responses of its operations. The query operation is omitted,
 * because it repeats the other operations.
 * @param document a bundled document
 */
export function statementsOf(document: Document): Statement[] {
  const { pathItems, schemas, parameters, headers, responses, securitySchemes } = document.components ?? {};
  const each = (kind: string, node: unknown, read: (node: unknown, pointer: string) => Statement[]): Statement[] =>
    members(node).flatMap(([name, one]) => read(one, child(`/components/${kind}`, name)));
  return [
    ...each('securitySchemes', securitySchemes, (_, pointer) => [{ what: 'security scheme', pointer }]),
    ...each('pathItems', pathItems, (item, pointer) =>
      members(item).flatMap(([method, one]) => ofOperation(one, child(pointer, method))),
    ),
    ...each('parameters', parameters, (one, pointer) => ofParameter(one, pointer)),
    ...each('headers', headers, (one, pointer) => ofSchemaIn(one, pointer)),
    ...each('responses', responses, ofResponse),
    ...each('schemas', schemas, ofSchema),
  ];
}

function ofOperation(operation: unknown, pointer: string): Statement[] {
  const parameters = items(member(operation, 'parameters')).flatMap((one, index) =>
    ofParameter(one, `${pointer}/parameters/${index}`),
  );
  const statuses = members(member(operation, 'responses')).flatMap(([status, response]) => {
    const place = child(`${pointer}/responses`, status);
    return [{ what: `status ${status}`, pointer: place }, ...ofResponse(response, place)];
  });
  return [...parameters, ...statuses];
}

function ofParameter(parameter: unknown, pointer: string): Statement[] {
  // A shared parameter is listed once, at its component.
  if (isReference(parameter)) return [];
  const what = `parameter ${member(parameter, 'name')}`;
  const required =
    member(parameter, 'required') === true ? [{ what: `${what} required`, pointer: `${pointer}/required` }] : [];
  return [{ what, pointer }, ...required, ...ofSchemaIn(parameter, pointer)];
}

function ofResponse(response: unknown, pointer: string): Statement[] {
  const headers = members(member(response, 'headers')).flatMap(([name, header]) => {
    const place = child(`${pointer}/headers`, name);
    return [{ what: `header ${name}`, pointer: place }, ...ofSchemaIn(header, place)];
  });
  const media = members(member(response, 'content')).flatMap(([type, one]) =>
    ofSchemaIn(one, child(`${pointer}/content`, type)),
  );
  return [...headers, ...media];
}

/** Returns the statements in the schema of a parameter, header or media type, unless the schema refers to a component. */
function ofSchemaIn(holder: unknown, pointer: string): Statement[] {
  const schema = member(holder, 'schema');
  return schema === undefined || isReference(schema) ? [] : ofSchema(schema, `${pointer}/schema`);
}

function ofSchema(schema: unknown, pointer: string): Statement[] {
  if (schema === false) return [{ what: 'schema false', pointer }];
  if (!isRecord(schema)) return [];
  const keywords = Object.keys(schema).filter((keyword) => !isAnnotation(keyword));
  const own = keywords.map((keyword) => ({ what: `keyword ${keyword}`, pointer: child(pointer, keyword) }));
  const below = keywords.flatMap((keyword) => {
    const place = child(pointer, keyword);
    if (SCHEMA.includes(keyword)) return ofSchema(schema[keyword], place);
    if (!SCHEMAS.includes(keyword)) return [];
    return Object.entries(Object(schema[keyword])).flatMap(([name, one]) => ofSchema(one, child(place, name)));
  });
  return [...own, ...below];
}
