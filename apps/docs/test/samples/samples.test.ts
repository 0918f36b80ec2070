import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type CommandLine,
  hasToolChain,
  run,
  runCommand,
  runInProcess,
  type Server,
  sendJson,
  serveHttp,
  startMock,
  toolChainNote,
} from '@vehicle-lookup/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorCases, errorResponses } from '../../src/contract/error-cases.ts';
import { ANY_CREDENTIAL, sampleRequest, templateLine } from '../../src/contract/requests.ts';
import { type SampleRequest, samplesOf } from '../../src/contract/samples.ts';
import { makeSite } from '../../src/make-site.ts';
import { readSite } from '../../src/site.ts';
import { attributes, codeOf, contract, fileAt, mainOf, sections, textOf } from '../rendered.ts';
import { PHP, PYTHON, testLanguage } from './languages.ts';

let mock: Server;
/** Directory in this package, so that the samples can import the client. */
const directory = mkdtempSync(join(import.meta.dirname, '.samples-'));
beforeAll(async () => {
  mock = await startMock();
});
afterAll(() => rmSync(directory, { recursive: true }));

/** Returns a sample as a program that runs in this process. */
const moduleAt = (file: string): CommandLine => ({
  run: async () => {
    await import(file);
    return 0;
  },
});

const CURL = `curl() { printf '%s\\0' "$@"; }`;
/** Environment variables from which the samples read the account. */
const ACCOUNT = { VEHICLE_LOOKUP_USER: 'demo', VEHICLE_LOOKUP_KEY: 'demo-key' };

/** Returns the URL that curl would request. A shell runs the lines, and a function prints the arguments of curl. */
async function addressOf(lines: string, account: Record<string, string> = ACCOUNT): Promise<URL> {
  const { out, err } = await runCommand(['sh', '-c', `${CURL}\n${lines}`], {
    inherit: {},
    env: { PATH: process.env.PATH ?? '', ...account },
  });
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

describe.each(contract.operations)('the samples of $id', (operation) => {
  const request = (): SampleRequest =>
    sampleRequest({ contract, servers: [{ name: 'mock', address: mock.address }] }, operation);

  test('appear on its page', () => {
    const ids = attributes(fileAt(`operations/${operation.id}.html`), 'id');
    const kinds = ids.flatMap((id) => (id.startsWith('sample-') ? id.replace('sample-', '') : []));
    expect(kinds).toEqual(['curl', 'fetch', 'client', 'openapi-fetch', 'python', 'php', 'go', 'java', 'csharp']);
  });

  test('work when they are pasted unchanged', async () => {
    for (const { id, language, source } of samplesOf(request())) {
      if (language === 'sh') {
        const response = await fetch(await addressOf(source));
        expect(response.status, source).toBe(200);
        continue;
      }
      if (language !== 'js') continue; // Other languages are tested below and in languages.deep.test.ts.
      const file = join(directory, `${operation.id}-${id}.mjs`);
      writeFileSync(file, source);
      const { code, out, err } = await runInProcess(() => moduleAt(file), [], { env: ACCOUNT });
      expect({ code, err }).toEqual({ code: 0, err: '' });
      expect(out).not.toBe('');
    }
  });
});

test.each([
  ['missing', { VEHICLE_LOOKUP_USER: 'demo' }],
  ['empty', { VEHICLE_LOOKUP_USER: 'demo', VEHICLE_LOOKUP_KEY: '' }],
])('the shell and JavaScript samples do not send a request when the key is %s', async (state, env) => {
  const [operation] = contract.operations;
  if (!operation) throw new Error('the document has no operation');
  const requests: string[] = [];
  const { address } = await serveHttp((request, response) => {
    requests.push(request.url ?? '');
    sendJson(response, 401, { success: false, message: 'No.' });
  });
  const request = sampleRequest({ contract, servers: [{ name: 'test', address }] }, operation);
  for (const { id, language, source } of samplesOf(request)) {
    if (language !== 'js' && language !== 'sh') continue;
    const file = join(directory, `key-${state}-${id}.mjs`);
    writeFileSync(file, source);
    const { code, out, err } =
      language === 'js'
        ? await run(file, [], { env })
        : await runCommand(['sh', '-c', `${CURL}\n${source}`], { inherit: {}, env });
    expect(code, id).not.toBe(0);
    expect(out, id).toBe('');
    expect(err, id).toMatch(/VEHICLE_LOOKUP_KEY|\bkey\b/);
  }
  expect(requests).toEqual([]);
});

/** Returns the text and the code blocks of the quick start. */
function firstBlocks(servers: { name: string; address: string }[]): { text: string; blocks: string[] } {
  const page = sections(fileAt('index.html', makeSite(readSite({ servers }))), 2).get('first-response') ?? '';
  const blocks = [...page.matchAll(/<pre[^>]*><code>([\s\S]*?)<\/code>/g)].map(([, code = '']) => codeOf(code));
  return { text: textOf(page), blocks };
}

test('the commands on the first page produce the response on the page', async () => {
  const { blocks } = firstBlocks([{ name: 'mock', address: mock.address }]);
  const [start, variables, command, body = '', ...others] = blocks;
  expect([start, others]).toEqual(['npx @vehicle-lookup/mock', []]);
  const response = await fetch(await addressOf(`${variables}\n${command}`, {}));
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual(JSON.parse(body));
});

test('the first page quotes the URL for a shell', async () => {
  const address = "https://vehicles.example.com/a'b&c $HOME";
  const { blocks } = firstBlocks([{ name: 'prod', address }]);
  const { href } = await addressOf(blocks.slice(0, 2).join('\n'), {});
  expect(href.startsWith(new URL(`${address}${contract.table.path}?`).href)).toBe(true);
});

test('the first page states that an account is required if the samples call a service', () => {
  const { text } = firstBlocks([{ name: 'staging', address: 'https://staging.example' }]);
  expect(text).toContain('The server staging at https://staging.example requires an account.');
  expect(text).not.toContain('The mock');
});

test('the errors of every operation match the responses of the mock', async () => {
  const { path, credentials } = contract.table;
  for (const operation of contract.operations) {
    const { id } = operation;
    const { values } = sampleRequest({ contract, servers: [] }, operation);
    const valid = new URLSearchParams(Object.fromEntries(credentials.map((one) => [one, ANY_CREDENTIAL])));
    for (const { name, value } of values) valid.append(name, value);
    const items = mainOf(fileAt(`operations/${id}.html`))
      .split('<li><details>')
      .slice(1)
      .map((item) => textOf(item.split('</li>')[0] ?? ''));
    const cases = errorResponses(operation).flatMap((response) => errorCases(contract, operation, response));
    expect(items.length).toBe(cases.length);
    for (const [index, { name, status, request, prefer, body }] of cases.entries()) {
      const item = items[index] ?? '';
      expect(item).toContain(`${name} `);
      expect(item).toContain(textOf(JSON.stringify(body)));
      const line = request && templateLine(contract, request);
      if (line) expect(item).toContain(line);
      // The mock accepts any key, so it does not reject an invalid key.
      const isCaused = line !== undefined && name !== 'invalid-credentials';
      // The page shows the header only for errors that the request alone does not cause.
      expect(item.includes(`Prefer: ${prefer}`), `${id} ${name}`).toBe(!isCaused);
      const query = isCaused ? line.split('?')[1] : `${valid}`;
      const response = await fetch(`${mock.address}${path}?${query}`, isCaused ? {} : { headers: { prefer } });
      expect(`${response.status} ${id} ${name}`).toBe(`${status} ${id} ${name}`);
      expect(await response.json()).toEqual(body);
    }
  }
});

describe('a sample', () => {
  const request: SampleRequest = {
    operation: 'find',
    address: 'https://library.example',
    path: '/v1/',
    credentials: [{ name: 'key', value: undefined }],
    values: [{ name: 'title', value: "Gulliver's Travels; $HOME `x` \\", isNumber: false, isSelector: false }],
    errorText: 'message',
  };
  const source = (id: string) => samplesOf(request).find((one) => one.id === id)?.source ?? '';

  test('quotes values for a shell', async () => {
    expect(source('curl')).toMatch(/"key=\$\{VEHICLE_LOOKUP_KEY:\?\}"/);
    expect((await addressOf(source('curl'))).searchParams.get('title')).toBe(request.values[0]?.value);
  });

  test('quotes values for JavaScript, and reads a key from the environment', () => {
    const literal = /title: ('.*'),/.exec(source('fetch'))?.[1];
    expect(new Function(`return ${literal}`)()).toBe(request.values[0]?.value);
    expect(source('client')).toContain('key: process.env.VEHICLE_LOOKUP_KEY');
  });
});

// languages.deep.test.ts also tests the languages that require compilation.
for (const language of [PYTHON, PHP]) {
  describe.runIf(hasToolChain(language.tool))(`without a client${toolChainNote(language.tool)}`, () => {
    testLanguage(language, ['getFluids']);
  });
}
