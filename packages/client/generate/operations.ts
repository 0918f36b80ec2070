import { type Document, dereference, METHODS, type Operation, type Response } from '../../../spec/plugin/document.ts';
import { queryParameters } from '../../../spec/plugin/operation-table.ts';
import type { OperationEntry, OperationTable } from '../../../spec/plugin/operation-table.types.ts';

/** An operation as the emitted types need it: every value is TypeScript text. */
export interface TypedOperation {
  id: string;
  summary: string;
  /** Selector name → literal type (`1`, `"find"`). */
  selectors: Record<string, string>;
  /** The other parameters. */
  inputs: Record<string, { type: 'string' | 'number'; required: boolean }>;
  /** Statuses of failures whose body is JSON, as keys of a type. */
  failures: string[];
}

/**
 * Joins the table with what only the document says: literal types of the selectors, summaries, bodies.
 * @param document the projection with one path per operation
 * @throws when an operation of the table is not in the document
 */
export function typedOperations(table: OperationTable, document: Document): TypedOperation[] {
  const operations = Object.values(document.paths ?? {}).flatMap((item) => {
    const methods = dereference(document, item);
    return METHODS.flatMap((method) => methods[method] ?? []);
  });
  return table.operations.map((entry) => {
    const operation = operations.find(({ operationId }) => operationId === entry.id);
    if (!operation) throw new Error(`${entry.id}: expected a path of that operationId, found none`);
    return typed(document, operation, entry);
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

function typed(document: Document, operation: Operation & { summary?: string }, entry: OperationEntry): TypedOperation {
  const constants = queryParameters(document, operation).map(({ name, schema = {} }) => {
    return [name, JSON.stringify(dereference(document, schema).const)] as const;
  });
  const rules = Object.entries(entry.parameters).map(([name, { type, required }]) => {
    return [name, { type: type === 'integer' ? 'number' : type, required }] as const;
  });
  return {
    id: entry.id,
    summary: operation.summary ?? entry.id,
    selectors: Object.fromEntries(constants.filter(([name]) => name in entry.selectors)),
    inputs: Object.fromEntries(rules),
    failures: entry.statuses.filter(
      (status) => !status.startsWith('2') && isJson(document, operation.responses?.[status]),
    ),
  };
}

function isJson(document: Document, response: NonNullable<Operation['responses']>[string] | undefined): boolean {
  return response !== undefined && 'application/json' in (dereference<Response>(document, response).content ?? {});
}
