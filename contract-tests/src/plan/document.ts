import { createRequire } from 'node:module';
import type { OperationEntry, OperationTable } from '@vehicle-lookup/operations';
import { RunError } from '../run-error.ts';

type Named = Record<string, { value?: unknown }>;
interface Reference {
  $ref?: string;
}
interface Parameter extends Reference {
  name: string;
  example?: unknown;
  examples?: Named;
  schema?: Reference & { example?: unknown; examples?: unknown[] };
}
interface Response extends Reference {
  content?: Record<string, { examples?: Named }>;
}
interface Operation {
  operationId: string;
  parameters?: Parameter[];
  responses?: Record<string, Response>;
}
/** The projection of a document with one path per operation. */
export interface Projection {
  info: { title: string; version: string };
  paths: Record<string, Record<string, Operation>>;
  'x-assumptions'?: Record<string, Assumption>;
}

/** A decision that the document takes where its specification is silent. */
export interface Assumption {
  statement: string;
  silence: string;
  evidence: string;
  /** How it shows; `none:` and why it does not. */
  probe: string;
}

/** The document that this suite verifies. */
export const contractDocument = (): Projection =>
  createRequire(import.meta.url)('@vehicle-lookup/spec/operations.json') as Projection;

/** What the document says of one operation, as far as requests are made from it. */
export interface DocumentedOperation {
  entry: OperationEntry;
  /** The documented value of parameters, as text. */
  values: Record<string, string>;
  /** Declared status → names of its examples. */
  examples: Record<string, string[]>;
}

/**
 * Reads the operations of a document in the table's order.
 * @throws RunError when the document and the table do not fit
 */
export function documentedOperations(document: Projection, table: OperationTable): DocumentedOperation[] {
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
  return table.operations.map((entry) => {
    const operation = operations.find(({ operationId }) => operationId === entry.id);
    if (!operation) throw new RunError(`the document has no operation ${entry.id}; build it again`);
    const resolve = <T extends Reference>(node: T): T => follow(document, node);
    const parameters = (operation.parameters ?? []).map(resolve);
    const responses = Object.entries(operation.responses ?? {});
    const values = Object.keys(entry.parameters).flatMap((name) => {
      const value = documentedValue(name, parameters, resolve);
      return value === undefined ? [] : [[name, String(value)]];
    });
    return {
      entry,
      values: Object.fromEntries(values),
      examples: Object.fromEntries(responses.map(([status, response]) => [status, exampleNames(resolve(response))])),
    };
  });
}

function documentedValue(name: string, parameters: Parameter[], resolve: <T extends Reference>(node: T) => T): unknown {
  const parameter = parameters.find((candidate) => candidate.name === name);
  const schema = resolve(parameter?.schema ?? {});
  const [named] = Object.values(parameter?.examples ?? {});
  return parameter?.example ?? named?.value ?? schema.example ?? schema.examples?.[0];
}

const exampleNames = ({ content = {} }: Response): string[] =>
  Object.values(content).flatMap(({ examples }) => Object.keys(examples ?? {}));

/** Follows the internal references of a bundled document. */
function follow<T extends Reference>(document: Projection, node: T): T {
  if (!node.$ref) return node;
  const keys = node.$ref.replace(/^#\//, '').split('/');
  const found = keys.reduce<unknown>(
    (parent, key) => (parent as Record<string, unknown> | undefined)?.[key.replaceAll('~1', '/').replaceAll('~0', '~')],
    document,
  );
  if (!found) throw new RunError(`the document refers to ${node.$ref}, which is not there; build it again`);
  return follow(document, found as T);
}
