import { isRecord, items, member, members } from './node.ts';
import type { Document, Path, Schema } from './openapi.ts';
import { selectorValue, wireOperation } from './read-table.ts';

/** A parameter of an operation. */
export interface ParameterPart {
  at: Path;
  in: string;
  name: string;
  required: boolean;
  schema: Schema;
  /** Its value as text, where it is a selector. */
  selector: string | undefined;
}

/** One media type of a response. */
export interface MediaPart {
  at: Path;
  type: string;
  schema: unknown;
  examples: string[];
}

/** One status of an operation. */
export interface ResponsePart {
  at: Path;
  status: string;
  media: MediaPart[];
}

/** An operation as the rules look at it. */
export interface OperationPart {
  /** Its key in components.pathItems; for the wire operation its address. */
  id: string;
  at: Path;
  operation: Record<string, unknown>;
  parameters: ParameterPart[];
  responses: ResponsePart[];
}

/** The wire operation, and the operations that share its path. */
export interface Parts {
  wire: OperationPart;
  operations: OperationPart[];
}

/**
 * Reads the operations of a document whose `$ref`s are replaced. What is malformed is left out: `struct` reports it.
 * @returns undefined when the document has no wire operation; the rule `operation-table` reports that
 */
export function parts(document: Document): Parts | undefined {
  let wire: ReturnType<typeof wireOperation>;
  try {
    wire = wireOperation(document);
  } catch {
    return undefined;
  }
  const { path, method } = wire;
  const operations = members(document.components?.pathItems).flatMap(([id, item]) =>
    isRecord(item) && isRecord(item[method])
      ? [operationPart(document, id, ['components', 'pathItems', id, method], item[method])]
      : [],
  );
  const at = ['paths', path, method];
  return {
    wire: operationPart(document, `${method} ${path}`, at, wire.operation as Record<string, unknown>),
    operations,
  };
}

function operationPart(document: Document, id: string, at: Path, operation: Record<string, unknown>): OperationPart {
  const parameters = items(operation.parameters).flatMap((parameter, index) => {
    if (!isRecord(parameter) || typeof parameter.name !== 'string') return [];
    const { name, in: place, required, schema } = parameter;
    const read = {
      in: String(place),
      name,
      required: required === true,
      schema: isRecord(schema) ? (schema as Schema) : {},
    };
    return [{ ...read, at: [...at, 'parameters', index], selector: selectorValue(document, read) }];
  });
  const responses = members(operation.responses).flatMap(([status, response]) =>
    status.startsWith('x-') ? [] : [responsePart([...at, 'responses', status], status, response)],
  );
  return { id, at, operation, parameters, responses };
}

function responsePart(at: Path, status: string, response: unknown): ResponsePart {
  const media = members(member(response, 'content')).map(([type, value]) => ({
    at: [...at, 'content', type],
    type,
    schema: member(value, 'schema'),
    examples: members(member(value, 'examples')).map(([name]) => name),
  }));
  return { at, status, media };
}
