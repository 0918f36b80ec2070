import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Document, readAssumptions } from '@vehicle-lookup/openapi';
import { provenanceFindings } from '@vehicle-lookup/openapi/provenance';
import { subsetFindings } from '@vehicle-lookup/openapi/redocly';
import { beforeAll, expect, test } from 'vitest';
import { LOCKOUT_RULES } from '../../src/limits/admission.ts';
import { type AppServer, get, start } from '../http/server.ts';

const read = (specifier: string): Document =>
  JSON.parse(readFileSync(fileURLToPath(import.meta.resolve(specifier)), 'utf8'));
const contract = read('@vehicle-lookup/service/openapi.json');
const interfaceDocument = read('@vehicle-lookup/spec/openapi.json');

let server: AppServer;
beforeAll(async () => {
  server = await start();
});

test('the service serves its contract without credentials', async () => {
  const { status, headers, body } = await get(server, '', {}, '/openapi.json');
  expect([status, headers.get('content-type')]).toEqual([200, 'application/json']);
  expect(headers.get('access-control-allow-origin')).toBe('*');
  expect(body).toEqual(contract);
});

test('the contract of the service is valid, and each statement has a source', () => {
  expect(subsetFindings(contract)).toEqual([]);
  expect(provenanceFindings(contract)).toEqual([]);
});

test('the overlay adds assumptions and replaces the statement of the charging assumption', () => {
  const ids = [...readAssumptions(contract).keys()];
  const base = [...readAssumptions(interfaceDocument).keys()];
  expect(ids.filter((id) => !base.includes(id)).sort()).toEqual([
    'address-limit',
    'burst',
    'catalogue-version',
    'common-headers',
    'cross-origin',
    'header-credentials',
    'lockout',
    'match-order',
    'overload',
    'quota-headers',
    'response-size',
    'search-limit',
    'service-statuses',
    'storage-failure',
  ]);
  const statement = (document: Document, id: string) => readAssumptions(document).get(id)?.statement;
  expect(base.filter((id) => statement(contract, id) !== statement(interfaceDocument, id))).toEqual(['charging']);
  expect(JSON.stringify(interfaceDocument)).not.toMatch(/RateLimit|burst|lockout/);
});

test('the lockout assumption states the same numbers as the code', () => {
  const { wrongKeys, windowSeconds, lockSeconds } = LOCKOUT_RULES;
  const statement = readAssumptions(contract).get('lockout')?.statement;
  expect(statement).toContain(`After ${wrongKeys} invalid keys`);
  expect(statement).toContain(`within ${windowSeconds} seconds`);
  expect(statement?.replaceAll(/\s+/g, ' ')).toContain(`\`Retry-After\` for ${lockSeconds} seconds`);
});

test('the contract contains the title, the relative URL and the header credentials of the service', () => {
  const { info, servers, security } = contract;
  expect(info?.title).not.toBe(interfaceDocument.info?.title);
  // The URL is relative to the URL of the document (RFC 3986).
  expect(servers?.map(({ url }) => url)).toEqual(['/']);
  expect(security).toEqual([{ user: [], key: [] }, { basic: [] }, { user: [], headerKey: [] }]);
});
