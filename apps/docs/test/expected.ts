import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { OperationTable } from '@vehicle-lookup/selectors';
import type { Document } from '@vehicle-lookup/selectors/document';

const spec = dirname(createRequire(import.meta.url).resolve('@vehicle-lookup/spec/package.json'));
const read = (file: string): unknown => JSON.parse(readFileSync(join(spec, 'dist', file), 'utf8'));

export const table: OperationTable = read('operation-table.json') as OperationTable;
export const document: Document = read('openapi.json') as Document;

/** A request as text, whatever the order of its query. */
export function canonical(request: string): string {
  const [before, query = ''] = request.split('?');
  return `${before}?${query.split('&').sort().join('&')}`;
}

/** operationId → the request that a reader must find: method, path, a template for each required parameter, selectors. */
export const requests: Map<string, string> = new Map(
  table.operations.map(({ id, selectors, parameters }) => {
    const required = Object.entries(parameters).filter(([, rule]) => rule.required);
    const pairs = [
      ...required.map(([name]) => `${name}={${name}}`),
      ...Object.entries(selectors).map((s) => s.join('=')),
    ];
    return [id, canonical(`${table.method} ${table.path}?${pairs.join('&')}`)];
  }),
);

/** Assumption id → its statement as a browser shows it. */
export const statements: Map<string, string> = new Map(
  Object.entries((document['x-assumptions'] ?? {}) as Record<string, { statement: string }>).map(
    ([id, { statement }]) => [id, statement.replaceAll(/[`*]/g, '').replaceAll(/\s+/g, ' ').trim()],
  ),
);
