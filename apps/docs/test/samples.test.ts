import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operationsOf } from '../src/operations.ts';
import { withSamples } from '../src/samples.ts';
import { document, table } from './expected.ts';

const received: URL[] = [];
let server: Server;
beforeAll(async () => {
  server = createServer((request, response) => {
    received.push(new URL(request.url ?? '', 'http://service'));
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => server.close());

const sampleOf = (operation: object): string =>
  (operation as { 'x-codeSamples': { source: string }[] })['x-codeSamples'][0]?.source ?? '';

test("each operation's sample is a request of that operation, with the credentials of the environment", async () => {
  const here = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const sampled = operationsOf(withSamples({ ...document, servers: [{ url: here }] }));
  const credentials = table.credentials.map((name) => [name, `the ${name} & more`] as const);
  const secrets = credentials.map(([name, value]) => [`VEHICLE_LOOKUP_${name.toUpperCase()}`, value]);
  const env = { ...process.env, ...Object.fromEntries(secrets) };

  for (const { operation } of sampled) {
    await promisify(execFile)('sh', ['-c', `${sampleOf(operation)} --silent --noproxy '*'`], { env }).catch((error) => {
      throw error.code === 127 ? new Error('curl: expected on the PATH, found none; apt-get install curl') : error;
    });
    const { pathname, searchParams } = received.at(-1) ?? new URL(here);
    const entry = table.operations.find(({ id }) => id === operation.operationId);
    const required = Object.entries(entry?.parameters ?? {}).flatMap(([name, rule]) => (rule.required ? [name] : []));
    const expected = { ...Object.fromEntries(credentials), ...entry?.selectors };
    expect(pathname).toBe(table.path);
    expect([...searchParams.keys()].sort()).toEqual([...Object.keys(expected), ...required].sort());
    expect(Object.fromEntries(searchParams)).toMatchObject(expected);
  }
  expect(received).toHaveLength(table.operations.length);
});

test('values are quoted for a shell', () => {
  const sampled = withSamples({
    servers: [{ url: 'https://{host}/v1', variables: { host: { default: 'library.example' } } }],
    paths: {
      '/?action=find&title={title}': {
        get: {
          parameters: [
            { name: 'title', in: 'query', required: true, ...{ example: "Gulliver's Travels; $HOME" } },
            { name: 'action', in: 'query', required: true, schema: { const: 'find' } },
            { name: 'page', in: 'query' },
          ],
        },
      },
    },
  });
  expect(operationsOf(sampled).map(({ operation }) => sampleOf(operation))).toEqual([
    [
      'curl --get https://library.example/v1/',
      "  --data-urlencode 'title=Gulliver'\\''s Travels; $HOME'",
      '  --data-urlencode action=find',
    ].join(' \\\n'),
  ]);
});

test('a required parameter without an example is named', () => {
  const operation = { operationId: 'find', parameters: [{ name: 'title', in: 'query', required: true }] };
  expect(() => withSamples({ paths: { '/': { get: operation } } })).toThrow(
    'find: parameter title: expected an example to show in a request, found none',
  );
});
