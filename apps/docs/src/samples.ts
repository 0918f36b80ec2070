import {
  type Document,
  type DocumentedOperation,
  readOperations,
  readWireOperation,
  requestTable,
} from '@vehicle-lookup/selectors/document';

/** Credentials are read from `VEHICLE_LOOKUP_…`, as everywhere in this project. */
const ENVIRONMENT = 'VEHICLE_LOOKUP_';

/**
 * Gives every operation a sample that works: a curl line with the documented example of each required query parameter,
 * and credentials from the environment.
 * @param document the bundled document; it is not changed
 * @throws when a required query parameter has neither an example nor a `const`
 */
export function withSamples(document: Document): Document {
  const sampled = structuredClone(document);
  const { path } = readWireOperation(document);
  const { credentials } = requestTable(document);
  for (const operation of readOperations(sampled)) {
    const pairs = [...credentials.map(fromEnvironment), ...required(operation, credentials)];
    const verb = operation.method === 'get' ? '--get' : `--get --request ${operation.method.toUpperCase()}`;
    const lines = [`curl ${verb} ${quoted(base(document) + path)}`, ...pairs.map((pair) => `--data-urlencode ${pair}`)];
    Object.assign(operation.node, {
      'x-codeSamples': [{ lang: 'Shell', label: 'curl', source: lines.join(' \\\n  ') }],
    });
  }
  return sampled;
}

/** The first server's address, its variables at their defaults. */
function base({ servers: [server] = [] }: Document): string {
  return server?.url.replace(/\{(\w+)\}/g, (_, name: string) => server.variables?.[name]?.default ?? '') ?? '';
}

const fromEnvironment = (name: string): string => `"${name}=$${ENVIRONMENT}${name.toUpperCase()}"`;

const required = ({ id, parameters }: DocumentedOperation, credentials: string[]): string[] =>
  parameters
    .filter(({ name, required }) => required && !credentials.includes(name))
    .map(({ name, example }) => {
      if (example !== undefined) return quoted(`${name}=${example}`);
      throw new Error(`${id}: parameter ${name}: expected an example to show in a request, found none`);
    });

/** A word that a POSIX shell takes as it is. */
const quoted = (text: string): string => (/^[\w./:=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
