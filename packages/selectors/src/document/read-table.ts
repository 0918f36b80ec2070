import type { Json, OperationEntry, OperationTable, ParameterRule } from '../table.ts';
import { dereference } from './dereference.ts';
import { isRecord, isReference, items, member, members } from './node.ts';
import {
  type Document,
  DocumentError,
  METHODS,
  type Operation,
  type Parameter,
  type Path,
  type Schema,
  type SecurityScheme,
} from './openapi.ts';

/** The wire operation: the only path and the only method of the document. */
export interface Wire {
  path: string;
  method: string;
  operation: Operation;
}

/**
 * Finds the one operation that exists on the wire.
 * @throws DocumentError when the document has more or less than one path with one method
 */
export function wireOperation(document: Document): Wire {
  const paths = members(document.paths).filter(([path]) => path.startsWith('/'));
  const [first] = paths;
  if (!first || paths.length > 1)
    throw new DocumentError(`paths: expected exactly one, found ${paths.length}`, ['paths']);
  const [path, reference] = first;
  const at = ['paths', path];
  const item = dereference(document, reference);
  const methods = METHODS.filter((method) => isRecord(item) && isRecord(item[method]));
  const [method] = methods;
  if (!isRecord(item) || !method || methods.length > 1) {
    throw new DocumentError(`${path}: expected exactly one method, found ${methods.join(', ') || 'none'}`, at);
  }
  refuseSharedParameters(item, path, at);
  return { path, method, operation: item[method] as Operation };
}

/** An operation, its key in components.pathItems, and where it stands. */
interface Source {
  id: string;
  at: Path;
  operation: Operation;
}

/**
 * Reads the operations of a document in which query parameters select the operation.
 * It knows OpenAPI, not a particular API: an operation's selectors are its required query parameters with a `const`.
 * @param document a bundled document (internal references only)
 * @throws DocumentError when the document is not of that kind; the message says what was expected where
 */
export function operationTable(document: Document): OperationTable {
  const { path, method } = wireOperation(document);
  const sources = members(document.components?.pathItems).map(([id, reference]): Source => {
    const at = ['components', 'pathItems', id];
    const item = dereference(document, reference);
    const operation = isRecord(item) ? item[method] : undefined;
    if (!isRecord(item) || !isRecord(operation)) {
      throw new DocumentError(`components.pathItems.${id}: expected a ${method} operation as on ${path}`, at);
    }
    refuseSharedParameters(item, id, at);
    return { id, at: [...at, method], operation };
  });
  const [first] = sources;
  if (!first) {
    throw new DocumentError('components.pathItems: expected the operations that share the path, found none', [
      'components',
    ]);
  }
  const schemes = credentialSchemes(document);
  const credentials = schemes.map(({ name }) => name);
  const secrets = schemes.filter((scheme) => scheme['x-secret']).map(({ name }) => name);
  return {
    path,
    method: method.toUpperCase(),
    credentials,
    secrets: secrets.length > 0 ? secrets : credentials,
    error: errorBody(document, first),
    operations: sources.map((source) => operationEntry(document, source, credentials)),
  };
}

/** Parameters beside the methods of a Path Item are easily missed by whoever reads one operation: refused. */
function refuseSharedParameters(item: Record<string, unknown>, id: string, at: Path): void {
  if (!('parameters' in item)) return;
  throw new DocumentError(`${id}: expected parameters in the operation only, found some beside it in the path item`, [
    ...at,
    'parameters',
  ]);
}

function operationEntry(document: Document, { id, at, operation }: Source, credentials: string[]): OperationEntry {
  const statuses = members(operation.responses).map(([status]) => status);
  const entry: OperationEntry = { id, selectors: {}, parameters: {}, statuses };
  for (const [index, node] of items(operation.parameters).entries()) {
    const parameter = dereference(document, node);
    if (!isQueryParameter(parameter) || credentials.includes(parameter.name)) continue;
    const selector = selectorValue(document, parameter);
    if (selector !== undefined) entry.selectors[parameter.name] = selector;
    else entry.parameters[parameter.name] = parameterRule(document, id, parameter, [...at, 'parameters', index]);
  }
  return entry;
}

const isQueryParameter = (parameter: unknown): parameter is Parameter =>
  isRecord(parameter) && parameter.in === 'query' && typeof parameter.name === 'string';

/** The query parameters of an operation, dereferenced, in the document's order. */
export function queryParameters(document: Document, operation: Operation): Parameter[] {
  return items(operation.parameters)
    .map((node) => dereference(document, node))
    .filter(isQueryParameter);
}

/**
 * What makes a parameter a selector: it is a required query parameter with a `const`.
 * @returns the value as text (values are compared as text on the wire), or undefined for other parameters
 */
export function selectorValue(document: Document, parameter: Parameter): string | undefined {
  const schema = parameterSchema(document, parameter);
  return parameter.in === 'query' && parameter.required && 'const' in schema ? String(schema.const) : undefined;
}

function parameterSchema(document: Document, parameter: Parameter): Schema {
  const schema = dereference(document, parameter.schema);
  return isRecord(schema) ? (schema as Schema) : {};
}

const CONSTRAINTS = ['pattern', 'minLength', 'maxLength', 'minimum', 'maximum'];
const ANNOTATIONS = ['title', 'description', 'example', 'examples', 'default', 'format', 'deprecated', '$comment'];
const isAnnotation = (keyword: string) => ANNOTATIONS.includes(keyword) || keyword.startsWith('x-');

function parameterRule(document: Document, id: string, parameter: Parameter, at: Path): ParameterRule {
  const what = `${id}: parameter ${parameter.name}`;
  const { type, ...keywords } = parameterSchema(document, parameter);
  if (type !== 'string' && type !== 'integer') {
    const found = type === undefined ? 'none' : JSON.stringify(type);
    throw new DocumentError(`${what}: expected a schema of type string or integer, found ${found}`, [...at, 'schema']);
  }
  // A constraint beside a `$ref` holds together with those behind it; reading only one of the two would be silent.
  const beside = isReference(parameter.schema) ? Object.keys(parameter.schema) : [];
  const lost = beside.find((keyword) => keyword !== '$ref' && !isAnnotation(keyword));
  if (lost) throw new DocumentError(`${what}: expected only annotations beside $ref, found ${lost}`, [...at, 'schema']);
  const rule: ParameterRule = { required: parameter.required === true, type };
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

/** The security schemes that the document requires together, as far as they are query parameters. */
function credentialSchemes(document: Document): SecurityScheme[] {
  const [requirement] = items(document.security);
  return members(requirement).flatMap(([name]) => {
    const scheme = dereference(document, document.components?.securitySchemes?.[name]);
    const isQueryKey = isRecord(scheme) && scheme.type === 'apiKey' && scheme.in === 'query';
    return isQueryKey ? [scheme as unknown as SecurityScheme] : [];
  });
}

/** The form of an error body, from the schema of the first operation's 400: its constants, and its one required text. */
function errorBody(document: Document, { id, at, operation }: Source): OperationTable['error'] {
  const response = dereference(document, member(operation.responses, '400'));
  const schema = dereference(document, member(member(member(response, 'content'), 'application/json'), 'schema'));
  const required = items(member(schema, 'required'));
  const properties = members(member(schema, 'properties')).flatMap(([name, reference]) => {
    const property = dereference(document, reference);
    return required.includes(name) && isRecord(property) ? [[name, property] as const] : [];
  });
  const texts = properties.filter(([, property]) => property.type === 'string' && !('const' in property));
  const [text] = texts;
  if (!text || texts.length > 1) {
    throw new DocumentError(
      `${id}: response 400: expected a schema with exactly one required text, found ${texts.length}; error bodies are made from it`,
      [...at, 'responses', '400', 'content', 'application/json', 'schema'],
    );
  }
  const fixed = properties.flatMap(([name, property]) => ('const' in property ? [[name, property.const as Json]] : []));
  return { fixed: Object.fromEntries(fixed), text: text[0] };
}
