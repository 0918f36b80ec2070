import {
  type Document,
  dereference,
  type Json,
  type Operation,
  type Parameter,
  type Schema,
} from '@vehicle-lookup/selectors/document';
import { type Entry, operationsOf } from './operations.ts';

/** Credentials are read from `VEHICLE_LOOKUP_…`, as everywhere in this project. */
const ENVIRONMENT = 'VEHICLE_LOOKUP_';

/**
 * Gives every operation a sample that works: a curl line with the documented example of each required query parameter,
 * and credentials from the environment.
 * @param document the projection for readers; it is not changed
 * @throws when a required query parameter has neither an example nor a `const`
 */
export function withSamples(document: Document): Document {
  const sampled = structuredClone(document);
  for (const entry of operationsOf(sampled)) {
    Object.assign(entry.operation, {
      'x-codeSamples': [{ lang: 'Shell', label: 'curl', source: curl(sampled, entry) }],
    });
  }
  return sampled;
}

function curl(document: Document, { address, method, operation }: Entry): string {
  const [path = address] = address.split('?');
  const verb = method === 'get' ? '--get' : `--get --request ${method.toUpperCase()}`;
  const pairs = [...credentials(document), ...required(document, operation)];
  return [`curl ${verb} ${quoted(base(document) + path)}`, ...pairs.map((pair) => `  --data-urlencode ${pair}`)].join(
    ' \\\n',
  );
}

/** The first server's address, its variables at their defaults. */
function base(document: Document): string {
  const [server] = (document.servers ?? []) as { url: string; variables?: Record<string, { default: string }> }[];
  return server?.url.replace(/\{(\w+)\}/g, (_, name: string) => server.variables?.[name]?.default ?? '') ?? '';
}

function credentials(document: Document): string[] {
  const schemes = Object.keys(document.security?.[0] ?? {}).map((name) => {
    const reference = document.components?.securitySchemes?.[name];
    return reference && dereference(document, reference);
  });
  const names = schemes.flatMap((scheme) => (scheme?.in === 'query' && scheme.name ? [scheme.name] : []));
  return names.map((name) => `"${name}=$${ENVIRONMENT}${name.toUpperCase()}"`);
}

function required(document: Document, operation: Operation): string[] {
  const parameters = (operation.parameters ?? []).map((parameter) => dereference<Parameter>(document, parameter));
  return parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map((parameter) => quoted(`${parameter.name}=${exampleOf(document, operation, parameter)}`));
}

function exampleOf(document: Document, operation: Operation, parameter: Parameter & { example?: Json }): string {
  const schema = dereference<Schema>(document, parameter.schema ?? {});
  const value = parameter.example ?? schema.const;
  if (value === undefined) {
    throw new Error(
      `${operation.operationId}: parameter ${parameter.name}: expected an example to show in a request, found none`,
    );
  }
  return String(value);
}

/** A word that a POSIX shell takes as it is. */
const quoted = (text: string): string => (/^[\w./:=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
