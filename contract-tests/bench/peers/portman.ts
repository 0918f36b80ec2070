import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { KEY, USER } from '../../self-test/correct-service.ts';
import { runBin } from '../child.ts';
import { withCredentialParameters } from '../documents.ts';
import { type Probe, probes } from '../probes.ts';
import type { BenchPeer } from './peer.ts';

/** Everything that Portman can check of a response, except how long it takes. */
const contractTest = {
  statusCode: { enabled: true },
  contentType: { enabled: true },
  jsonBody: { enabled: true },
  schemaValidation: { enabled: true },
};
/** Postman puts variables into an address as they are. */
const VARIABLES = { user: encodeURIComponent(USER), key: encodeURIComponent(KEY) };

/** Portman makes a collection of the document once: its contract tests, and each other probe as a variation. */
export const portman: BenchPeer = {
  name: 'Portman and Newman, with variations for the probes',
  package: '@apideck/portman',
  start: async (front, directory) => {
    const files = ['openapi.json', 'portman.json', 'collection.json'].map((name) => join(directory, name));
    const [document = '', config = '', collection = ''] = files;
    writeFileSync(document, JSON.stringify({ ...withCredentialParameters(), servers: [{ url: front.url }] }));
    writeFileSync(config, JSON.stringify(configuration()));
    const args = ['--local', document, '--baseUrl', front.url, '--portmanConfigFile', config, '--output', collection];
    const { code, output } = await runBin('portman', args);
    if (code !== 0) throw new Error(`portman makes no collection: ${output}`);
    const variables = Object.entries(VARIABLES).flatMap(([name, value]) => ['--env-var', `${name}=${value}`]);
    return {
      verify: async () => {
        const ended = await runBin('newman', ['run', collection, ...variables, '--ignore-redirects', '--bail']);
        return { accuses: ended.code !== 0, output: ended.output };
      },
    };
  },
};

function configuration(): object {
  const set = (key: string, value: string) => ({ key, value, overwrite: true });
  const account = [set('user', '{{user}}'), set('key', '{{key}}')];
  return {
    version: 1,
    tests: {
      contractTests: [{ openApiOperation: '*::/*', ...contractTest }],
      variationTests: probes.filter(({ status }) => status !== 200).map(variationOf),
    },
    overwrites: [{ openApiOperation: '*::/*', overwriteRequestQueryParams: account }],
  };
}

function variationOf({ name, operation, query, status }: Probe): object {
  const right = probes.find((probe) => probe.operation === operation && probe.status === 200)?.query ?? {};
  const overwriteRequestQueryParams = Object.keys(right).map((key) =>
    key in query
      ? { key, value: encodeURIComponent(query[key] ?? '').replace(VARIABLES.key, '{{key}}'), overwrite: true }
      : { key, remove: true },
  );
  return {
    openApiOperation: `GET::/${operation}`,
    openApiResponse: String(status),
    variations: [{ name, overwrites: [{ overwriteRequestQueryParams }], tests: { contractTests: [contractTest] } }],
  };
}
