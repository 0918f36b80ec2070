import { isRecord, items, member, members } from '../openapi/node.ts';
import type { Document, Json, MediaType, Operation, Parameter, Path, Response, Schema } from '../openapi/openapi.ts';
import { DocumentError, METHODS } from '../openapi/openapi.ts';
import { dereference, follow, type Located, resolveSchema } from '../openapi/reference.ts';

/*
 * Only this module reads operations. `at` is the location of a part in the document (after its `$ref`s are followed), and
 * `node` is the part itself, as defined by OpenAPI. Malformed parts are ignored, because Redocly's `struct` rule reports them.
 */

/** One of the operations that share the path, or the query operation. */
export interface DocumentedOperation extends Located<Operation> {
  /** Key in components.pathItems, or the method and path of the query operation. */
  id: string;
  /** The HTTP method, in lower case as in the document. */
  method: string;
  parameters: DocumentedParameter[];
  responses: DocumentedResponse[];
}

/** A parameter of an operation. */
export interface DocumentedParameter extends Located<Parameter> {
  name: string;
  /** Location of the parameter: `query` in every supported document. */
  in: string;
  required: boolean;
  /** The schema, with its `$ref`s followed. */
  schema: Schema;
  /** The value that selects the operation, as a string, if the parameter is a selector (required, with a `const`). */
  selector: string | undefined;
  /** A valid value from the document. */
  example: Json | undefined;
}

/** An operation's response for one status. */
export interface DocumentedResponse extends Located<Response> {
  status: string;
  /** The name of the component, if operations share the response. */
  component: string | undefined;
  media: DocumentedMedia[];
}

/** One media type of a response. */
export interface DocumentedMedia extends Located<MediaType> {
  type: string;
  /** The schema as written, possibly a `$ref`. */
  schema: unknown;
  examples: DocumentedExample[];
}

/** An example of a body. */
export interface DocumentedExample {
  name: string;
  summary: string | undefined;
  value: Json | undefined;
}

/** The query operation: the only operation in `paths`. */
export interface WireOperation extends DocumentedOperation {
  path: string;
}

/**
 * Returns the query operation. Its path may also have an OPTIONS operation, which describes the other methods.
 * @throws DocumentError unless the document has exactly one path with one method
 */
export function readWireOperation(document: Document): WireOperation {
  const paths = members(document.paths).filter(([path]) => path.startsWith('/'));
  const [first] = paths;
  if (!first || paths.length > 1)
    throw new DocumentError(`paths: expected exactly one, found ${paths.length}`, ['paths']);
  const [path, reference] = first;
  const { node: item, at } = follow(document, reference, ['paths', path]);
  const methods = METHODS.filter((method) => method !== 'options' && isRecord(item) && isRecord(item[method]));
  const [method] = methods;
  if (!method || methods.length > 1) {
    throw new DocumentError(`${path}: expected exactly one method, found ${methods.join(', ') || 'none'}`, at);
  }
  const operation = member(item, method) as Operation;
  return { path, ...readOperation(document, `${method} ${path}`, method, operation, [...at, method]) };
}

/**
 * Returns the operations that share the path, in document order.
 * @param document a bundled document (internal references only) with its operations in components.pathItems
 * @throws DocumentError if the document has no query operation, or a reference has no target
 */
export function readOperations(document: Document): DocumentedOperation[] {
  const { method } = readWireOperation(document);
  return members(document.components?.pathItems).flatMap(([id, reference]) => {
    const { node: item, at } = follow(document, reference, ['components', 'pathItems', id]);
    const operation = member(item, method);
    return isRecord(operation) ? [readOperation(document, id, method, operation, [...at, method])] : [];
  });
}

function readOperation(document: Document, id: string, method: string, node: Operation, at: Path): DocumentedOperation {
  const parameters = items(node.parameters).flatMap((one, index) =>
    readParameter(document, follow(document, one as Parameter, [...at, 'parameters', index])),
  );
  const responses = members(node.responses).flatMap(([status, response]) =>
    status.startsWith('x-') ? [] : [readResponse(document, status, response, [...at, 'responses', status])],
  );
  return { id, method, at, node, parameters, responses };
}

function readParameter(document: Document, { node, at }: Located<Parameter>): DocumentedParameter[] {
  if (!isRecord(node) || typeof node.name !== 'string') return [];
  const { schema } = resolveSchema(document, node.schema);
  const required = node.required === true;
  const isSelector = node.in === 'query' && required && 'const' in schema;
  const [named] = members(node.examples);
  const example = node.example ?? member(dereference(document, named?.[1]), 'value') ?? exampleOf(schema);
  return [
    {
      node,
      at,
      name: node.name,
      in: String(node.in),
      required,
      schema,
      selector: isSelector ? String(schema.const) : undefined,
      example: example as Json | undefined,
    },
  ];
}

const exampleOf = (schema: Schema): Json | undefined =>
  schema.example ?? (items(schema.examples)[0] as Json | undefined) ?? schema.const;

function readResponse(document: Document, status: string, reference: unknown, from: Path): DocumentedResponse {
  const { node, at } = follow(document, reference as Response, from);
  const component = at === from ? undefined : String(at.at(-1));
  const media = members(member(node, 'content')).map(([type, content]): DocumentedMedia => {
    const examples = members(member(content, 'examples')).map(([name, example]): DocumentedExample => {
      const shown = dereference(document, example);
      const summary = member(shown, 'summary');
      return {
        name,
        summary: typeof summary === 'string' ? summary : undefined,
        value: member(shown, 'value') as Json | undefined,
      };
    });
    const place = [...at, 'content', type];
    return { type, node: content as MediaType, at: place, schema: member(content, 'schema'), examples };
  });
  return { status, node, at, component, media };
}

/** Returns the JSON media type of a response, from which code is derived; undefined if the response does not have it. */
export const jsonOf = ({ media }: DocumentedResponse): DocumentedMedia | undefined =>
  media.find(({ type }) => type === 'application/json');
