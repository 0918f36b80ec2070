import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OperationTable } from '@vehicle-lookup/selectors';
import {
  type Document,
  dereference,
  METHODS,
  type MediaType,
  type Operation,
  queryParameters,
  type Response,
} from '@vehicle-lookup/selectors/document';

/** What a repository has built from its document. */
export interface Built {
  document: Document;
  table: OperationTable;
}

export function readBuilt(repository: string): Built {
  const read = (file: string) => JSON.parse(readFileSync(join(repository, 'spec/dist', file), 'utf8'));
  return { document: read('openapi.json'), table: read('operation-table.json') };
}

/** The operations of components.pathItems, by their key. */
export function operationsOf({ document }: Built): Map<string, Operation> {
  const items = Object.entries(document.components?.pathItems ?? {});
  return new Map(
    items.flatMap(([id, reference]) => {
      const item = dereference(document, reference);
      const operation = METHODS.map((method) => item[method]).find((found) => found !== undefined);
      return operation ? [[id, operation] as const] : [];
    }),
  );
}

/** An example of the document and the request that it answers. */
export interface Example {
  operation: string;
  status: string;
  name: string;
  /** Without credentials. */
  parameters: Record<string, string>;
  body: unknown;
}

/** Every named example of every response, with the documented examples of the required parameters as request. */
export function examplesOf(built: Built): Example[] {
  const { document, table } = built;
  return [...operationsOf(built)].flatMap(([operation, source]) => {
    const required = queryParameters(document, source).filter(
      ({ name, required }) => required && !table.credentials.includes(name),
    );
    const parameters = Object.fromEntries(
      required.map((parameter) => {
        const { const: fixed } = dereference(document, parameter.schema ?? {});
        return [parameter.name, String(fixed ?? (parameter as { example?: unknown }).example)];
      }),
    );
    return Object.entries(source.responses ?? {}).flatMap(([status, reference]) => {
      const { content = {} } = dereference<Response>(document, reference);
      return Object.values(content).flatMap(({ examples = {} }: MediaType) =>
        Object.entries(examples).map(([name, example]) => {
          const { value: body } = dereference(document, example) as { value?: unknown };
          return { operation, status, name, parameters, body };
        }),
      );
    });
  });
}

/** A query with good credentials. */
export const queryOf = ({ table }: Built, parameters: Record<string, string>): string =>
  new URLSearchParams({
    ...Object.fromEntries(table.credentials.map((name) => [name, 'demo'])),
    ...parameters,
  }).toString();

/** Asks a mock for an example by its name. */
export async function askMock(address: string, built: Built, { parameters, status, name }: Example): Promise<unknown> {
  const headers = { prefer: `code=${status}, example=${name}` };
  const response = await fetch(`${address}${built.table.path}?${queryOf(built, parameters)}`, { headers });
  return { status: String(response.status), body: await response.json() };
}
