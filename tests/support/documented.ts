import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Document, type ExampleBody, exampleBodies, exampleQuery } from '@vehicle-lookup/openapi';
import type { OperationTable } from '@vehicle-lookup/openapi/selectors';

/** The document of a repository, and the operation table that is built from it. */
export interface Built {
  document: Document;
  table: OperationTable;
}

export function readBuilt(repository: string): Built {
  const read = (file: string) => JSON.parse(readFileSync(join(repository, 'spec/dist', file), 'utf8'));
  const document = { ...read('openapi.json'), 'x-clauses': read('clauses.json') ?? undefined };
  return { document, table: read('operation-table.json') };
}

/** An example from the document, and the corresponding request. */
export interface Example extends ExampleBody {
  /** The parameters of the request, without credentials. */
  parameters: Record<string, string>;
}

/** Returns every named example of every response, with the documented examples of the required parameters. */
export const examplesOf = ({ document }: Built): Example[] =>
  exampleBodies(document).map((example) => ({ ...example, parameters: exampleQuery(document, example.operation) }));

/** Returns a query with valid credentials. */
export const queryOf = ({ table }: Built, parameters: Record<string, string>): string =>
  new URLSearchParams({
    ...Object.fromEntries(table.credentials.map((name) => [name, 'demo'])),
    ...parameters,
  }).toString();

/** Requests an example from a mock by name. */
export async function askMock(address: string, built: Built, { parameters, status, name }: Example): Promise<unknown> {
  const headers = { prefer: `code=${status}, example=${name}` };
  const response = await fetch(`${address}${built.table.path}?${queryOf(built, parameters)}`, { headers });
  return { status: String(response.status), body: await response.json() };
}

/**
 * Replaces the document in a copy of the repository with a different document in one file. The contract suite gets an empty list of
 * value rules, because these rules depend on the original document.
 */
export function replaceDocument(repository: string, document: string): void {
  for (const part of ['operations', 'components', 'assumptions.yaml', 'clauses.yaml']) {
    rmSync(join(repository, 'spec', part), { recursive: true, force: true });
  }
  writeFileSync(join(repository, 'spec/openapi.yaml'), document);
  writeFileSync(
    join(repository, 'contract-tests/src/checks/values/index.ts'),
    "import type { ValueRule } from '../value-rule.ts';\n" +
      'export const valueRules: readonly ValueRule[] = [];\nexport const yields: Record<string, never> = {};\n',
  );
}
