import { type Document, type DocumentedOperation, readOperations } from '@vehicle-lookup/selectors/document';
import { runCommand } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { withSamples } from '../src/samples.ts';
import { document, table } from './expected.ts';

const sampleOf = ({ node }: DocumentedOperation): string =>
  (node as unknown as { 'x-codeSamples': { source: string }[] })['x-codeSamples'][0]?.source ?? '';

/** The address that curl would ask for: a real shell reads the sample, and curl's arguments are printed. */
async function addressOf(sample: string, env: Record<string, string>): Promise<URL> {
  const { out, err } = await runCommand(['sh', '-c', `curl() { printf '%s\\0' "$@"; }; ${sample}`], { env });
  expect(err).toBe('');
  const [get, address = '', ...options] = out.split('\0').slice(0, -1);
  expect(get).toBe('--get');
  const url = new URL(address);
  while (options.length > 0) {
    const [option, pair = ''] = options.splice(0, 2);
    expect(option).toBe('--data-urlencode');
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    url.searchParams.append(name, value);
  }
  return url;
}

test("each operation's sample is a request of that operation, with the credentials of the environment", async () => {
  const server = 'http://127.0.0.1:4000';
  const sampled = readOperations(withSamples({ ...document, servers: [{ url: server }] }));
  const credentials = table.credentials.map((name) => [name, `the ${name} & more`] as const);
  const env = Object.fromEntries(credentials.map(([name, value]) => [`VEHICLE_LOOKUP_${name.toUpperCase()}`, value]));

  expect(sampled).toHaveLength(table.operations.length);
  for (const operation of sampled) {
    const { origin, pathname, searchParams } = await addressOf(sampleOf(operation), env);
    const entry = table.operations.find(({ id }) => id === operation.id);
    const required = Object.entries(entry?.parameters ?? {}).flatMap(([name, rule]) => (rule.required ? [name] : []));
    const expected = { ...Object.fromEntries(credentials), ...entry?.selectors };
    expect(origin + pathname).toBe(server + table.path);
    expect([...searchParams.keys()].sort()).toEqual([...Object.keys(expected), ...required].sort());
    expect(Object.fromEntries(searchParams)).toMatchObject(expected);
  }
});

/** A document with one operation of these parameters. */
const finding = (parameters: object[]): Document => {
  const get = { operationId: 'find', parameters } as object;
  return {
    servers: [{ url: 'https://{host}', variables: { host: { default: 'library.example' } } }],
    paths: { '/v1/': { get } },
    components: { pathItems: { find: { get } } },
  };
};

test('values are quoted for a shell', () => {
  const title = { name: 'title', in: 'query', required: true, example: "Gulliver's Travels; $HOME" };
  const sampled = withSamples(
    finding([
      { ...title, schema: { type: 'string' } },
      { name: 'action', in: 'query', required: true, schema: { const: 'find' } },
      { name: 'page', in: 'query', schema: { type: 'integer' } },
    ]),
  );
  expect(readOperations(sampled).map(sampleOf)).toEqual([
    [
      'curl --get https://library.example/v1/',
      "  --data-urlencode 'title=Gulliver'\\''s Travels; $HOME'",
      '  --data-urlencode action=find',
    ].join(' \\\n'),
  ]);
});

test('a required parameter without an example is named', () => {
  const title = { name: 'title', in: 'query', required: true, schema: { type: 'string' } };
  expect(() => withSamples(finding([title]))).toThrow(
    'find: parameter title: expected an example to show in a request, found none',
  );
});
