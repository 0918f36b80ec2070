import { isRecord, isReference, items, members } from '../openapi/node.ts';
import { type Document, DocumentError, type Path, type SecurityScheme } from '../openapi/openapi.ts';
import { dereference } from '../openapi/reference.ts';
import type { OperationEntry, OperationTable, ParameterRule } from '../selectors/index.ts';
import { errorSchema } from './error-schema.ts';
import {
  type DocumentedOperation,
  type DocumentedParameter,
  jsonOf,
  readOperations,
  readWireOperation,
} from './read-operations.ts';
import { type RequestProvenance, requestProvenance } from './request-bases.ts';

/**
 * Returns the operation table of a document in which query parameters select the operation. The selectors of an operation are
 * its required query parameters with a `const`.
 * @param document a bundled document (internal references only)
 * @throws DocumentError if the document is not supported; the message states the location and the expected value
 */
export const operationTable = (document: Document): OperationTable => {
  const { operations, ...request } = requestTable(document);
  return { ...request, error: errorForm(document), ...requestProvenance(document)?.table, operations };
};

/** Returns the request part of the operation table. Throws the same errors as `operationTable`. */
export function requestTable(document: Document): Omit<OperationTable, 'error'> {
  const { path, method } = readWireOperation(document);
  rejectSharedParameters(document, document.paths?.[path], path, ['paths', path]);
  const operations = readOperations(document);
  for (const [id, item] of members(document.components?.pathItems)) {
    const at = ['components', 'pathItems', id];
    if (!operations.some((operation) => operation.id === id)) {
      throw new DocumentError(`components.pathItems.${id}: expected a ${method} operation as on ${path}`, at);
    }
    rejectSharedParameters(document, item, id, at);
  }
  if (operations.length === 0) {
    throw new DocumentError('components.pathItems: expected the operations that share the path, found none', [
      'components',
    ]);
  }
  const provenance = requestProvenance(document);
  const schemes = credentialSchemes(document);
  const credentials = schemes.map(({ name }) => name);
  const secrets = schemes.filter((scheme) => scheme['x-secret']).map(({ name }) => name);
  return {
    path,
    method: method.toUpperCase(),
    credentials,
    secrets: secrets.length > 0 ? secrets : credentials,
    operations: operations.map((operation) => operationEntry(operation, credentials, provenance)),
  };
}

/** Rejects parameters in a path item, because readers easily overlook them. */
function rejectSharedParameters(document: Document, reference: unknown, id: string, at: Path): void {
  const item = dereference(document, reference);
  if (!isRecord(item) || !('parameters' in item)) return;
  throw new DocumentError(`${id}: expected parameters only in the operation, found some in the path item`, [
    ...at,
    'parameters',
  ]);
}

function operationEntry(
  operation: DocumentedOperation,
  credentials: string[],
  provenance: RequestProvenance | undefined,
): OperationEntry {
  const { id, parameters, responses } = operation;
  const entry: OperationEntry = { id, selectors: {}, parameters: {}, statuses: responses.map(({ status }) => status) };
  for (const parameter of parameters) {
    const { name, selector } = parameter;
    if (parameter.in !== 'query' || credentials.includes(name)) continue;
    if (selector === undefined) {
      const owners = provenance?.parameter(operation, parameter);
      entry.parameters[name] = { ...parameterRule(id, parameter), ...(owners ? { owners } : {}) };
    } else entry.selectors[name] = selector;
  }
  return entry;
}

const CONSTRAINTS = ['pattern', 'minLength', 'maxLength', 'minimum', 'maximum'];
const ANNOTATIONS = ['title', 'description', 'example', 'examples', 'default', 'format', 'deprecated', '$comment'];
const isAnnotation = (keyword: string) => ANNOTATIONS.includes(keyword) || keyword.startsWith('x-');

function parameterRule(id: string, { node, at, name, required, schema }: DocumentedParameter): ParameterRule {
  const what = `${id}: parameter ${name}`;
  const { type, ...keywords } = schema;
  if (type !== 'string' && type !== 'integer') {
    const found = type === undefined ? 'none' : JSON.stringify(type);
    throw new DocumentError(`${what}: expected a schema of type string or integer, found ${found}`, [...at, 'schema']);
  }
  // A constraint next to a `$ref` adds to the constraints of the target. Reading only one set would lose the other.
  const beside = isReference(node.schema) ? Object.keys(node.schema) : [];
  const lost = beside.find((keyword) => keyword !== '$ref' && !isAnnotation(keyword));
  if (lost)
    throw new DocumentError(`${what}: expected only annotations next to $ref, found ${lost}`, [...at, 'schema']);
  const rule: ParameterRule = { required, type };
  for (const [keyword, value] of Object.entries(keywords)) {
    if (isAnnotation(keyword)) continue;
    if (!CONSTRAINTS.includes(keyword)) {
      throw new DocumentError(
        `${what}: the keyword ${keyword} is not supported here; expected only ${CONSTRAINTS.join(', ')}`,
        [...at, 'schema', keyword],
      );
    }
    Object.assign(rule, { [keyword]: value });
  }
  return rule;
}

/** Returns the names of the credential query parameters. */
export const credentialNames = (document: Document): string[] => credentialSchemes(document).map(({ name }) => name);

/** Returns the query parameters among the security schemes that the document requires together. */
function credentialSchemes(document: Document): SecurityScheme[] {
  const [requirement] = items(document.security);
  return members(requirement).flatMap(([name]) => {
    const scheme = dereference(document, document.components?.securitySchemes?.[name]);
    const isQueryKey = isRecord(scheme) && scheme.type === 'apiKey' && scheme.in === 'query';
    return isQueryKey ? [scheme as unknown as SecurityScheme] : [];
  });
}

/** Returns the structure of all error bodies, from the first 400 response. Throws the same errors as `operationTable`. */
export function errorForm(document: Document): OperationTable['error'] {
  const [{ id, at, responses }] = readOperations(document) as [DocumentedOperation];
  const response = responses.find(({ status }) => status === '400');
  const media = response && jsonOf(response);
  const form = errorSchema(document, media?.schema);
  if (typeof form !== 'string') return form;
  throw new DocumentError(`${id}: status 400: ${form}`, media ? [...media.at, 'schema'] : [...at, 'responses']);
}
