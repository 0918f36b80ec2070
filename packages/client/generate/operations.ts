import { type Document, jsonOf, operationTable, readOperations } from '@vehicle-lookup/openapi';
import type { OperationTable, ParameterRule } from '@vehicle-lookup/openapi/selectors';

/** The parts of the document that the generators require. */
export interface ClientModel {
  document: Document;
  table: OperationTable;
  /** The success status, which is the same for every operation. */
  success: number;
  operations: TypedOperation[];
}

/** The parts of an operation that the generators require. */
export interface TypedOperation {
  id: string;
  summary: string;
  description: string | undefined;
  /** Selector name → literal type (`1`, `"find"`). */
  selectors: Record<string, string>;
  /** The other parameters. */
  inputs: Record<string, TypedInput>;
  responses: TypedResponse[];
  /** The schema of a success body. */
  body: unknown;
}

/** An input of an operation. */
export interface TypedInput {
  type: 'string' | 'number';
  required: boolean;
  rule: ParameterRule;
  /** The description of the input's schema. */
  description: string | undefined;
}

export interface TypedResponse {
  status: string;
  /** The name of the component, if operations share the response. */
  component: string | undefined;
  /** The schema of the JSON body; undefined without a JSON body. */
  schema: unknown;
  /** Example name → body. */
  examples: Record<string, unknown>;
}

/**
 * Reads a document.
 * @throws Error if the API uses a method other than GET, or if successes have different statuses
 */
export function readClientModel(document: Document): ClientModel {
  const table = operationTable(document);
  if (table.method !== 'GET') throw new Error(`${table.path}: expected the method GET, found ${table.method}`);
  const success = successStatus(table);
  const rules = new Map(table.operations.map(({ id, parameters }) => [id, parameters]));
  const operations = readOperations(document).map(({ id, node, parameters, responses }): TypedOperation => {
    const { summary = id, description } = node;
    const inputs = Object.entries(rules.get(id) ?? {}).map(([name, rule]): [string, TypedInput] => {
      const text = parameters.find((parameter) => parameter.name === name)?.schema.description;
      const type = rule.type === 'integer' ? 'number' : rule.type;
      return [name, { type, required: rule.required, rule, description: typeof text === 'string' ? text : undefined }];
    });
    const selecting = parameters.filter(({ selector }) => selector !== undefined);
    const typed = responses.map((response): TypedResponse => {
      const { schema, examples = [] } = jsonOf(response) ?? {};
      const { status, component } = response;
      return {
        status,
        component,
        schema,
        examples: Object.fromEntries(examples.map(({ name, value }) => [name, value])),
      };
    });
    return {
      id,
      summary,
      description,
      selectors: Object.fromEntries(selecting.map(({ name, schema }) => [name, JSON.stringify(schema.const)])),
      inputs: Object.fromEntries(inputs),
      responses: typed,
      body: typed.find(({ status }) => status === `${success}`)?.schema,
    };
  });
  return { document, table, success, operations };
}

function successStatus({ operations }: OperationTable): number {
  const statuses = new Set(operations.flatMap((entry) => entry.statuses.filter((status) => status.startsWith('2'))));
  const [status] = statuses;
  if (!status || statuses.size > 1) {
    throw new Error(
      `expected one success status, the same for every operation, found ${[...statuses].join(', ') || 'none'}`,
    );
  }
  return Number(status);
}

/** Returns the statuses of failures with a JSON body, and the schema of each body. */
export const failuresOf = ({ responses }: TypedOperation): [status: string, schema: unknown][] =>
  responses
    .filter(({ status, schema }) => !status.startsWith('2') && schema !== undefined)
    .map(({ status, schema }) => [status, schema]);
