import type { OperationEntry, OperationTable, ParameterRule } from '@vehicle-lookup/selectors';
import {
  type Document,
  dereference,
  METHODS,
  type Operation,
  queryParameters,
  type Schema,
} from '@vehicle-lookup/selectors/document';
import { bodySchema } from './schema.ts';

/** An input of an operation, as the emitted code needs it. */
export interface TypedInput {
  type: 'string' | 'number';
  required: boolean;
  rule: ParameterRule;
  /** What the document says of its values. */
  description: string | undefined;
}

/** An operation as the emitted code needs it. */
export interface TypedOperation {
  id: string;
  summary: string;
  description: string | undefined;
  /** Selector name → literal type (`1`, `"find"`). */
  selectors: Record<string, string>;
  /** The other parameters. */
  inputs: Record<string, TypedInput>;
  /** Schema of a success body. */
  body: unknown;
  /** Statuses of failures whose body is JSON, and the body's schema. */
  failures: [status: string, body: unknown][];
}

type Described = Operation & { summary?: string; description?: string };

/**
 * Joins the table with what only the document says: literal types of the selectors, texts, bodies.
 * @param document the projection with one path per operation
 * @throws when an operation of the table is not in the document, or the interface is not one of GET requests
 */
export function typedOperations(table: OperationTable, document: Document): TypedOperation[] {
  if (table.method !== 'GET') throw new Error(`${table.path}: expected the method GET, found ${table.method}`);
  const operations = Object.values(document.paths ?? {}).flatMap((item) => {
    const methods = dereference(document, item);
    return METHODS.flatMap((method) => methods[method] ?? []);
  });
  const success = successStatus(table);
  return table.operations.map((entry) => {
    const operation = operations.find(({ operationId }) => operationId === entry.id);
    if (!operation) throw new Error(`${entry.id}: expected a path of that operationId, found none`);
    return typed(document, operation, entry, `${success}`);
  });
}

/** The one status that a success of every operation has. */
export function successStatus({ operations }: OperationTable): number {
  const statuses = new Set(operations.flatMap((entry) => entry.statuses.filter((status) => status.startsWith('2'))));
  const [status] = statuses;
  if (!status || statuses.size > 1) {
    throw new Error(
      `expected one success status, the same for every operation, found ${[...statuses].join(', ') || 'none'}`,
    );
  }
  return Number(status);
}

function typed(document: Document, operation: Described, entry: OperationEntry, success: string): TypedOperation {
  const parameters = queryParameters(document, operation).map(({ name, schema = {} }) => {
    return [name, dereference<Schema>(document, schema)] as const;
  });
  const inputs = Object.entries(entry.parameters).map(([name, rule]): [string, TypedInput] => {
    const described = parameters.find(([one]) => one === name)?.[1].description;
    const description = typeof described === 'string' ? described : undefined;
    return [name, { type: rule.type === 'integer' ? 'number' : rule.type, required: rule.required, rule, description }];
  });
  return {
    id: entry.id,
    summary: operation.summary ?? entry.id,
    description: operation.description,
    selectors: Object.fromEntries(
      parameters
        .filter(([name]) => name in entry.selectors)
        .map(([name, schema]) => [name, JSON.stringify(schema.const)]),
    ),
    inputs: Object.fromEntries(inputs),
    body: bodySchema(document, operation.responses?.[success]),
    failures: entry.statuses.flatMap((status) => {
      const body = status.startsWith('2') ? undefined : bodySchema(document, operation.responses?.[status]);
      return body === undefined ? [] : [[status, body]];
    }),
  };
}
