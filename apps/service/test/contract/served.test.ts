import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { at, type Document, dereference, readAssumptions } from '@vehicle-lookup/document';
import { provenanceFindings } from '@vehicle-lookup/document/provenance';
import { subsetFindings } from '@vehicle-lookup/document/redocly';
import { beforeAll, expect, test } from 'vitest';
import { exampleParameters } from '../../demo/examples.ts';
import { StorageError } from '../../src/stores/storage-error.ts';
import { fakeAuthenticator, fakeQuota, PAID } from '../http/fakes.ts';
import { type AppServer, as, get, type HttpReply, start } from '../http/server.ts';

const read = (specifier: string): Document =>
  JSON.parse(readFileSync(fileURLToPath(import.meta.resolve(specifier)), 'utf8'));
const contract = read('@vehicle-lookup/service/openapi.json');
const interfaceDocument = read('@vehicle-lookup/spec/openapi.json');

/** Headers of every reply of any HTTP service, and those that this service documents in its README. */
const UNDECLARED = new Set(
  'cache-control connection content-length content-type date keep-alive referrer-policy vary x-content-type-options x-request-id'.split(
    ' ',
  ),
);

let server: AppServer;
beforeAll(async () => {
  const plans = { paid: PAID, one: { ...PAID, limit: 1 }, quick: { ...PAID, burst: 1 } };
  server = await start({ authenticator: fakeAuthenticator(plans) });
});

test('the service serves its contract to anyone, without credentials', async () => {
  const { status, headers, body } = await get(server, '', {}, '/openapi.json');
  expect([status, headers.get('content-type')]).toEqual([200, 'application/json']);
  expect(headers.get('access-control-allow-origin')).toBe('*');
  expect(body).toEqual(contract);
});

test('the contract of the service is readable, and each of its statements has an owner', () => {
  expect(subsetFindings(contract)).toEqual([]);
  expect(provenanceFindings(contract)).toEqual([]);
});

test('the overlay only adds: assumptions of its own, headers, one example', () => {
  const ids = [...readAssumptions(contract).keys()];
  const base = [...readAssumptions(interfaceDocument).keys()];
  expect(ids.filter((id) => !base.includes(id)).sort()).toEqual([
    'burst',
    'catalogue-version',
    'header-credentials',
    'lock-out',
    'match-order',
    'quota-headers',
    'response-size',
    'search-limit',
    'storage-failure',
  ]);
  expect(JSON.stringify(interfaceDocument)).not.toMatch(/RateLimit|burst|lock-out/);
});

/** Every header of a reply is declared with a schema that its value fits, or is one of those that HTTP has. */
function undeclared(operation: string, { status, headers }: HttpReply): string[] {
  const item = contract.components?.pathItems?.[operation];
  const response = dereference(contract, dereference(contract, item)?.get?.responses?.[status] ?? {});
  const declared = new Map(
    Object.entries((response as { headers?: object }).headers ?? {}).map(([name, header]) => [
      name.toLowerCase(),
      dereference(contract, dereference(contract, header as object) as { schema: { pattern?: string } }),
    ]),
  );
  return [...headers].flatMap(([name, value]) => {
    if (UNDECLARED.has(name)) return [];
    const header = declared.get(name);
    const { pattern } = dereference(contract, header?.schema ?? {}) as { pattern?: string };
    const fits = header !== undefined && (pattern === undefined || new RegExp(pattern, 'u').test(value));
    return fits ? [] : [`${status} ${name}: ${value}`];
  });
}

test('all headers of every status are as the contract of the service says', async () => {
  const query = new URLSearchParams(exampleParameters('listModels')).toString();
  const full = new StorageError('full', 'accounts', 'no room left', undefined);
  const failing = await start({
    authenticator: fakeAuthenticator({ paid: PAID }),
    quota: { ...fakeQuota(), charge: () => Promise.reject(full) },
  });
  const replies = [];
  for (const user of ['paid', 'one', 'one', 'quick', 'quick']) replies.push(await get(server, as(user, query)));
  replies.push(await get(server, as('paid', query, 'wrong')));
  replies.push(await get(server, as('paid', 'brand=none&models=1')), await get(server, as('paid', 'models=1')));
  replies.push(await get(failing, as('paid', query)));
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 429, 200, 429, 401, 404, 400, 500]);
  expect(replies.flatMap((reply) => undeclared('listModels', reply))).toEqual([]);
  const retrying = replies.filter(({ headers }) => headers.has('retry-after')).map(({ status }) => status);
  expect(retrying).toEqual([429, 429, 500]);
  const named = new Set(replies.flatMap(({ headers }) => [...headers.keys()]));
  for (const name of ['ratelimit', 'ratelimit-policy', 'www-authenticate', 'x-catalogue-version'])
    expect(named).toContain(name);
});

test('the bodies of both 429 are the examples of the contract', async () => {
  const response = at(contract, '/components/responses/TooManyRequests/content/application~1json/examples');
  const examples = Object.values(response as Record<string, { value: unknown }>).map(({ value }) => value);
  expect(examples).toHaveLength(2);
  const bodies = [await get(server, as('one', 'brands=1')), await get(server, as('quick', 'brands=1'))].map(
    ({ body }) => body,
  );
  for (const body of bodies) expect(examples).toContainEqual(body);
});
