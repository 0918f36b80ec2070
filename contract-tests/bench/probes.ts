import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { operationTable } from '@vehicle-lookup/contract';
import { account, accounts, KEY, USER } from '../self-test/correct-service.ts';
import { contractDocument, contractOperations } from '../src/plan/document.ts';

/** A request in the tests that a user would write around a peer, and its expected status. */
export interface Probe {
  name: string;
  operation: string;
  query: Record<string, string>;
  status: number;
}

const wrongAccounts = { 'a wrong key': { user: USER, key: 'wrong' }, 'a wrong user': { user: 'nobody', key: KEY } };
/** Well-formed values without data. */
const unknown: Record<string, string> = { vin: 'ZZZZZZZZZZZZZZZZZ', carId: '999999999', brand: 'none', model: 'none' };
const malformed: Record<string, string> = { vin: 'IOQ', carId: 'many' };

/** The probes: valid and invalid requests for every operation, and requests from the two other accounts. */
export const probes: Probe[] = contractOperations(contractDocument(), operationTable).flatMap(({ entry, values }) => {
  const right = { ...entry.selectors, ...values };
  const [name = ''] = Object.keys(values);
  const without = Object.fromEntries(Object.entries(right).filter(([own]) => own !== name));
  const own = (why: string, status: number, query: Record<string, string>): Probe => ({
    name: `${entry.id}: ${why}`,
    operation: entry.id,
    query,
    status,
  });
  return [
    own('right', 200, { ...account, ...right }),
    own('no credentials', 401, right),
    ...Object.entries(wrongAccounts).map(([why, wrong]) => own(why, 401, { ...wrong, ...right })),
    ...(name in unknown ? [own(`unknown ${name}`, 404, { ...account, ...right, [name]: unknown[name] ?? '' })] : []),
    ...(name in malformed ? [own(`wrong ${name}`, 400, { ...account, ...right, [name]: malformed[name] ?? '' })] : []),
    ...(name ? [own(`no ${name}`, 400, { ...account, ...without })] : []),
    ...(entry.statuses.includes('403') ? [own('not in the plan', 403, { ...accounts.forbidden, ...right })] : []),
    ...(entry.id === 'listBrands' ? [own('nothing left', 429, { ...accounts.exhausted, ...right })] : []),
  ];
});

/** Returns the URL of a probe. */
export const addressOf = (base: string, { operation, query }: Probe): string =>
  `${base}/${operation}?${new URLSearchParams(query)}`;

// biome-ignore lint/suspicious/noExplicitAny: a document of any shape
export type ProjectedDocument = any;

/** Returns the document with one path per operation, because the peers cannot find the ten operations in the original. */
export const projection = (): ProjectedDocument =>
  JSON.parse(readFileSync(createRequire(import.meta.url).resolve('@vehicle-lookup/spec/operations.json'), 'utf8'));

/** Returns the document with credentials as ordinary parameters, for peers that do not send credentials in the query. */
export function withCredentialParameters(): ProjectedDocument {
  const document = projection();
  delete document.security;
  for (const item of Object.values<ProjectedDocument>(document.paths)) {
    delete item.get.security;
    for (const name of operationTable.credentials)
      item.get.parameters.push({ name, in: 'query', required: true, schema: { type: 'string' } });
  }
  return document;
}

/** Returns the document for a peer that supports only OpenAPI 3.0 and requires every documented header. */
export function inOpenApi30WithoutHeaders(): ProjectedDocument {
  const { paths, components, ...document } = projection();
  const operations = Object.values<ProjectedDocument>(paths).flatMap(({ get }) =>
    Object.values<ProjectedDocument>(get.responses),
  );
  for (const response of [...operations, ...Object.values<ProjectedDocument>(components.responses)])
    delete response.headers;
  return { ...document, openapi: '3.0.3', paths, components };
}
