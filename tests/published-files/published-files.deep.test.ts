import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { validate } from '@vehicle-lookup/contract/validators';
import { exampleQuery } from '@vehicle-lookup/openapi';
import {
  chromiumOptions,
  freePort,
  outsideEnvironment,
  type ProgramResult,
  root,
  run,
  runShell,
  startCommand,
  startMock,
  temporaryDirectory,
} from '@vehicle-lookup/testing';
import { chromium } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { queryOf, readBuilt } from '../support/documented.ts';
import { pack } from '../support/tarballs.ts';

// Runs the commands in spec/README.md with the packed package, in a project outside this repository.
const readme = readFileSync(join(root, 'spec/README.md'), 'utf8');
const commands = [...readme.matchAll(/`npx (\S+) ([^`]*)`/g)].map(([, tool = '', args = '']) => ({ tool, args }));
const built = readBuilt(root);
const ids = built.table.operations.map(({ id }) => id);
const env = { REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', REDOCLY_TELEMETRY: 'off' };
const FILES = 'node_modules/@vehicle-lookup/spec/dist';

/** The packages of the project, each with the package of this repository that depends on it. */
const INSTALLED = {
  '@redocly/cli': 'spec',
  '@stoplight/prism-cli': 'apps/mock',
  'openapi-typescript': 'packages/contract',
  'openapi-fetch': 'packages/client',
  '@vehicle-lookup/contract': 'tests',
};

let directory: string;
const inside = (...path: string[]): string => join(directory, ...path);
const read = (file: string): string => readFileSync(inside(file), 'utf8');
const manifest = (name: string) => JSON.parse(read(`node_modules/${name}/package.json`));

beforeAll(async () => {
  directory = temporaryDirectory();
  for (const scope of ['@redocly', '@stoplight', '@vehicle-lookup/spec']) {
    mkdirSync(inside('node_modules', scope), { recursive: true });
  }
  for (const [name, owner] of Object.entries(INSTALLED)) {
    symlinkSync(join(root, owner, 'node_modules', name), inside('node_modules', name));
  }
  const [tarball] = await pack('@vehicle-lookup/spec');
  const unpack = `tar -xzf '${tarball}' --strip-components 1 -C node_modules/@vehicle-lookup/spec`;
  expect(await runShell(unpack, { cwd: directory })).toMatchObject({ code: 0 });
});

/**
 * Returns the README command that begins with these words. The command starts the program directly, because `npx` would survive
 * the signal.
 */
function command(words: string): string {
  const [found, ...others] = commands.filter(({ tool, args }) => `${tool} ${args}`.startsWith(words));
  if (found === undefined || others.length > 0)
    throw new Error(`spec/README.md: expected one command \`npx ${words}\``);
  const [program, ...programs] = new Set(Object.values<string>([manifest(found.tool).bin].flat()[0]));
  expect(programs).toEqual([]);
  return `exec '${process.execPath}' 'node_modules/${found.tool}/${program}' ${found.args}`;
}

const inShell = (line: string): Promise<ProgramResult> =>
  runShell(line, { cwd: directory, inherit: outsideEnvironment(), env });

test('the README states the versions of the tools that these tests run', () => {
  const stated = [...readme.matchAll(/`(\S+)` (\d+\.\d+\.\d+)(?=,| and|\.\s)/g)].map(([, name, version]) => [
    name,
    version,
  ]);
  const tools = new Set(commands.map(({ tool }) => tool));
  expect(Object.fromEntries(stated)).toEqual(
    Object.fromEntries([...tools].map((tool) => [tool, manifest(tool).version])),
  );
});

describe('Redocly', () => {
  test('has no errors and no warnings about any published document', async () => {
    const { code, err } = await inShell(command('@redocly/cli lint'));
    expect(code, err).toBe(0);
    const published: string[] = manifest('@vehicle-lookup/spec').files;
    const files = published.filter((file) => file.startsWith('dist/') && file !== 'dist/clauses.json');
    expect(files.filter((file) => !err.includes(`${file}: validated`))).toEqual([]);
    expect(err).not.toContain('warning');
  });

  test('without the published configuration, reports only the rule that the configuration switches off', async () => {
    const line = command('@redocly/cli lint').replace(/ --config \S+/, '');
    const { out } = await inShell(`${line} --format checkstyle`);
    const found = [...out.matchAll(/<file name="(.*?)">|source="(.*?)"/g)].map(([, file, rule]) => file ?? rule);
    const files = ['openapi.json', 'openapi.yaml', 'specified.json'];
    const rule = 'no-path-trailing-slash';
    expect(found).toHaveLength(2 * files.length);
    expect(found).toEqual(expect.arrayContaining([rule, ...files.map((file) => `${FILES}/${file}`)]));
  });

  test('builds a page that shows every operation with its actual request', async () => {
    const { code, err } = await inShell(command('@redocly/cli build-docs'));
    expect(code, err).toBe(0);
    const { paths } = JSON.parse(read(`${FILES}/operations.json`));
    const browser = await chromium.launch(await chromiumOptions());
    try {
      const page = await browser.newPage();
      for (const id of ids) {
        const { summary, description } = paths[`/${id}`].get;
        await page.goto(`${pathToFileURL(inside('api.html'))}#operation/${id}`);
        await page.getByRole('heading', { name: summary }).waitFor();
        await page.getByText(/`(GET .*?)`/.exec(description)?.[1] ?? '', { exact: true }).waitFor();
      }
    } finally {
      await browser.close();
    }
  });

  test('generates a client with a method for each operation', async () => {
    const { code, err } = await inShell(command('@redocly/cli generate-client'));
    expect(code, err).toBe(0);
    const snake = (id: string) => id.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    expect(ids.filter((id) => !read('client.py').includes(`    def ${snake(id)}(self`))).toEqual([]);
  });
});

describe('Prism', () => {
  let address: string;
  beforeAll(async () => {
    const port = await freePort();
    address = `http://127.0.0.1:${port}`;
    const line = `${command('@stoplight/prism-cli mock')} --port ${port}`;
    const shell = ['bash', '--noprofile', '--norc', '-c', line];
    await startCommand(shell, { cwd: directory, inherit: outsideEnvironment() }).printed('Prism is listening');
  });

  test('returns the fluids for the request in the README', async () => {
    const [, url = ''] = /curl '(.*)'/.exec(readme) ?? [];
    const response = await fetch(url.replace('http://127.0.0.1:4010', address));
    expect(response.status).toBe(200);
    expect(validate('getFluids', 200, await response.json())).toMatchObject({ ok: true, envelope: 'full' });
  });

  test.each([
    ['a valid example', {}],
    ['a valid generated body', { prefer: 'dynamic=true' }],
  ])('returns %s for each operation', async (_, headers) => {
    for (const id of ids) {
      const search = queryOf(built, exampleQuery(built.document, id));
      const response = await fetch(`${address}/${id}?${search}`, { headers });
      expect(response.status, id).toBe(200);
      expect(validate(id, 200, await response.json()), id).toMatchObject({ ok: true });
    }
  });

  test('rejects a request without the selector', async () => {
    const response = await fetch(`${address}/getFluids?carId=25573&user=demo&key=demo`);
    expect(response.status).toBe(400);
  });
});

describe('openapi-typescript', () => {
  const [, program = ''] = /## openapi-fetch\n.*?```ts\n(.*?)```/s.exec(readme) ?? [];
  const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
  const SETTINGS = '--ignoreConfig --noEmit --strict --target es2023 --lib es2023,dom --module nodenext --types';
  beforeAll(async () => {
    writeFileSync(inside('package.json'), '{ "type": "module" }');
    const { code, err } = await inShell(command('openapi-typescript'));
    expect(code, err).toBe(0);
  });

  test('generates types with which openapi-fetch accepts the call in the README and rejects invalid calls', async () => {
    const valid = /client\.GET\(.*\)/.exec(program)?.[0] ?? '';
    const invalid = [
      ['carId: 25573, fluids: 1', 'carId: 25573'],
      ['carId: 25573, fluids: 1', 'fluids: 1'],
      ['fluids: 1', 'fluids: 2'],
      ['carId: 25573', "carId: '25573'"],
      ['/getFluids', '/getFluid'],
      ['/getFluids', '/api/'],
    ].map(([part = '', replacement = '']) => `// @ts-expect-error\nawait ${valid.replace(part, replacement)};\n`);
    writeFileSync(inside('program.ts'), [program, ...invalid].join('\n'));
    expect(await run(compiler, [...SETTINGS.split(' '), '', inside('program.ts')])).toEqual({
      code: 0,
      out: '',
      err: '',
    });
  });

  test('generates types for a program that receives the data from the actual path', async () => {
    const { address } = await startMock();
    writeFileSync(inside('program.ts'), program.replace('http://127.0.0.1:4010', address));
    const expected = /\/\/ (.*)\n$/.exec(program)?.[1];
    expect(await run(inside('program.ts'), [], { cwd: directory })).toMatchObject({ code: 0, out: `${expected}\n` });
  });
});
