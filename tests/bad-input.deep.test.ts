import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bin, root, run } from '@vehicle-lookup/testing';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { expectRejection } from './support/contract.ts';
import { copyRepository } from './support/copy-repository.ts';
import { workspacePackages } from './support/repository.ts';

const [MOCK, DOCS] = [bin('mock', '.'), bin('docs', '.')];
const START = 'scripts/start.ts';
const VERIFY = 'scripts/contract.ts';
const bins = workspacePackages().flatMap(({ directory, bin }) =>
  Object.values(bin).map((file) => join(directory, file)),
);

describe('a fault in the document or in generated files', () => {
  let copy: string;
  const written = new Map<string, string>();
  const path = (file: string) => join(copy, file);
  /** Returns the content of every file in a directory, including generated and temporary files. */
  const contents = (directory: string) =>
    Object.fromEntries(
      globSync(['**/*', '**/.*'], {
        cwd: path(directory),
        withFileTypes: true,
        exclude: (entry) => entry.name === 'node_modules',
      })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .map((file) => [file, readFileSync(file, 'latin1')]),
    );

  beforeAll(() => {
    copy = copyRepository({ built: true });
  });
  afterEach(() => {
    for (const [file, text] of written) writeFileSync(path(file), text);
    written.clear();
  });

  /** Changes a file until the end of the test. `undefined` removes the file. */
  function change(file: string, edit: (text: string) => string | undefined): void {
    const text = readFileSync(path(file), 'utf8');
    written.set(file, text);
    const changed = edit(text);
    if (changed === undefined) rmSync(path(file));
    else writeFileSync(path(file), changed);
  }

  test.each<[string, string, (text: string) => string | undefined, string[]]>([
    ['a missing document', 'spec/openapi.yaml', () => undefined, ['spec/openapi.yaml is missing', 'expected']],
    ['an empty document', 'spec/openapi.yaml', () => '', ['spec/openapi.yaml', 'Fix the file']],
    ['invalid YAML in the root', 'spec/openapi.yaml', (text) => `${text}\n]`, ['spec/openapi.yaml', 'Fix the file']],
    [
      'invalid YAML in a part',
      'spec/operations/getFluids.yaml',
      () => 'get: [',
      ['operations/getFluids.yaml:1:', 'Fix the file'],
    ],
    ['a part that is a string', 'spec/operations/getFluids.yaml', () => 'get', ['getFluids', 'expected', 'pnpm lint']],
    [
      'a missing part',
      'spec/components/schemas/Fluid.yaml',
      () => undefined,
      ['components/schemas/bodies.yaml:', 'components/schemas/Fluid.yaml', 'Fix the file'],
    ],
  ])('%s is reported, and the generated files do not change', async (_, file, edit, words) => {
    change(file, edit);
    const before = contents('spec');
    expectRejection(await run(path('spec/build.ts')), 1, ...words);
    expect(contents('spec')).toEqual(before);
  });

  const SCALARS = 'spec/components/schemas/scalars.yaml';
  test.each<[string, string, (text: string) => string, RegExp]>([
    [
      'an x-assumes for a missing keyword',
      SCALARS,
      (text) => text.replace('{ meaning: [vin-case', '{ minimum: vin-case, meaning: [vin-case'),
      /scalars\.yaml:\d+:\d+ [\s\S]*minimum does not exist; expected meaning, or a keyword of this node: .*maxLength, pattern/,
    ],
    [
      'an x-assumes with an unknown assumption',
      SCALARS,
      (text) => text.replace('[vin-case,', '[vin-kase,'),
      /scalars\.yaml:\d+:\d+ [\s\S]*expected an ID from x-assumptions, found "vin-kase"; known IDs: .*vin-case/,
    ],
    [
      'an assumption with an unknown clause',
      'spec/assumptions.yaml',
      (text) => text.replace(', limits.vin-characters]', ', limits.letters]'),
      /assumptions\.yaml:\d+ .*expected a clause from x-clauses, found "limits.letters"; this section has .*limits.vin-characters/,
    ],
    [
      'a clause with a location that does not exist',
      'spec/clauses.yaml',
      (text) => text.replace('schemas/Vin/minLength', 'schemas/Vin/minLen'),
      /clauses\.yaml:\d+ .*Vin\/minLen does not exist; #\/components\/schemas\/Vin has .*minLength/,
    ],
  ])('%s is reported with the file, the line and the known values', async (_, file, edit, message) => {
    for (const built of globSync('spec/dist/*', { cwd: copy })) change(built, (text) => text);
    change(file, edit);
    const options = { cwd: path('spec') };
    const rules = await run(path('spec/node_modules/@redocly/cli/bin/cli.js'), ['lint', 'source'], options);
    await run(path('spec/build.ts'));
    const provenance = await run(path('spec/lint-provenance.ts'), [], options);
    expect([rules.code, provenance.code]).toContain(1);
    expect(rules.out + rules.err + provenance.err).toMatch(message);
  });

  const generators = globSync('packages/*/generate.ts', { cwd: root });

  test.each(generators)('%s reports a document that is not built and does not write files', async (maker) => {
    for (const file of globSync('spec/dist/*', { cwd: copy })) change(file, () => undefined);
    const directory = join(maker, '..');
    const before = contents(directory);
    expectRejection(await run(path(maker)), 1, 'spec/dist/', 'is missing', 'Run `pnpm ');
    expect(contents(directory)).toEqual(before);
  });

  test.each(generators)('%s reports a corrupt build of the document and does not write files', async (maker) => {
    for (const file of globSync('spec/dist/*', { cwd: copy })) change(file, () => '{');
    const directory = join(maker, '..');
    const before = contents(directory);
    expectRejection(await run(path(maker)), 1, 'spec/dist/');
    expect(contents(directory)).toEqual(before);
  });

  test('the apps report a document that is not built', async () => {
    change('spec/dist/openapi.json', () => undefined);
    expectRejection(
      await run(path(MOCK), ['--port', '0']),
      1,
      'openapi.json of @vehicle-lookup/spec cannot be read',
      'pnpm build',
    );
    expectRejection(
      await run(path(DOCS), ['serve', '--port', '0']),
      1,
      'spec/dist/openapi.json is missing',
      'pnpm build',
    );
  });

  test('the docs report a corrupt build of the document', async () => {
    change('spec/dist/openapi.json', () => '{');
    expectRejection(
      await run(path(DOCS), ['serve', '--port', '0']),
      1,
      'spec/dist/openapi.json cannot be read',
      'pnpm build',
    );
  });

  test.each(bins)('%s reports that it is not built', async (bin) => {
    const code = join(bin, '../../dist');
    for (const file of globSync(`${code}/**/*.js`, { cwd: copy })) change(file, () => undefined);
    const outcome = await run(path(bin), ['--help']);
    expect(outcome.code).toBeGreaterThan(0);
    expectRejection(outcome, Number(outcome.code), 'pnpm build');
  });

  describe('in a program that a script starts', () => {
    const main = 'apps/mock/dist/main.js';
    const ports = Object.fromEntries(['service', 'admin', 'mock', 'docs'].map((name) => [`--${name}-port`, '0']));
    const start = () => run(path(START), Object.entries(ports).flat());

    test('is reported by the script', async () => {
      change(main, () => undefined);
      expectRejection(await run(path(VERIFY)), 2, 'is not built', 'pnpm build');
    });

    test('is reported with its message, without advice about ports', async () => {
      change(main, () => "process.emitWarning('it is late');\nthrow new TypeError('no luck');\n");
      const outcome = await start();
      expectRejection(outcome, 1);
      expect(outcome.err).toBe('pnpm start: TypeError: no luck\n');
    });

    test('ends the script after a time limit', async () => {
      change(main, () => 'setInterval(() => undefined, 1000);\n');
      const impatient = (text: string) => text.replace('LIMIT_SECONDS = 60', 'LIMIT_SECONDS = 1');
      change('scripts/servers.ts', impatient);
      expectRejection(await run(path(VERIFY)), 2, 'mock was not ready within 1 s', MOCK);
    });
  });

  test.each([START, VERIFY])('%s reports an outdated Node.js', async (script) => {
    change('package.json', (text) => text.replace(/"node": ">=[\d.]+"/, '"node": ">=99.1"'));
    expectRejection(await run(path(script)), 1, 'Node.js 99.1 or newer is required', process.versions.node);
  });
});
