import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { operationTable } from '@vehicle-lookup/contract';
import { account, accounts, KEY, USER } from '../self-test/correct-service.ts';
import { contractDocument, contractOperations } from '../src/plan/document.ts';

/** A request of the tests that a user would write by hand around a peer, and the status that it must have. */
export interface Probe {
  name: string;
  operation: string;
  query: Record<string, string>;
  status: number;
}

const wrongAccounts = { 'a wrong key': { user: USER, key: 'wrong' }, 'a wrong user': { user: 'nobody', key: KEY } };
/** Values that keep the rule of the parameter and lead nowhere, and values that break it. */
const unknown: Record<string, string> = { vin: 'ZZZZZZZZZZZZZZZZZ', carId: '999999999', brand: 'none', model: 'none' };
const malformed: Record<string, string> = { vin: 'IOQ', carId: 'many' };

/** More requests than the suite makes: every operation correctly and with every mistake, and the two other accounts. */
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

/** Where a probe goes at a front. */
export const addressOf = (base: string, { operation, query }: Probe): string =>
  `${base}/${operation}?${new URLSearchParams(query)}`;

// biome-ignore lint/suspicious/noExplicitAny: a document of any shape
export type ProjectedDocument = any;

/** The projection with one path an operation: no peer sees ten operations in the document itself. */
export const projection = (): ProjectedDocument =>
  JSON.parse(readFileSync(createRequire(import.meta.url).resolve('@vehicle-lookup/spec/operations.json'), 'utf8'));

/** For peers that send no credentials by themselves where both are in the query: they are parameters like others. */
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

/** For a peer that knows OpenAPI 3.0 at most, and takes every documented header for a required one. */
export function inOpenApi30WithoutHeaders(): ProjectedDocument {
  const { paths, components, ...document } = projection();
  const operations = Object.values<ProjectedDocument>(paths).flatMap(({ get }) =>
    Object.values<ProjectedDocument>(get.responses),
  );
  for (const response of [...operations, ...Object.values<ProjectedDocument>(components.responses)])
    delete response.headers;
  return { ...document, openapi: '3.0.3', paths, components };
}
