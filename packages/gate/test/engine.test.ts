import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { run, temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { ENGINE_RULES } from '../src/comparison/engine-rules.ts';
import { load } from '../src/index.ts';

const redocly = dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json'));

test('every rule of the installed redocly diff is explained, and no other', () => {
  const chunks = join(redocly, 'lib/chunks');
  const source = readdirSync(chunks)
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(join(chunks, name), 'utf8'))
    .find((text) => text.includes('"schema-constraint-changed"') && text.includes('"channel-removed"'));
  // `{"schema-type-changed":a,…}, X={"operation-removed":b,…}`: the shared rules, and those of OpenAPI.
  const [, shared = '', own = ''] =
    /\{("schema-type-changed":[^}]*)\},\w+=\{("operation-removed":[^}]*)\}/.exec(source ?? '') ?? [];
  const ids = [...`${shared},${own}`.matchAll(/"([a-z-]+)":/g)].map(([, id]) => id);
  expect(ids.length).toBeGreaterThan(10);
  expect(Object.keys(ENGINE_RULES).sort()).toEqual(ids.sort());
});

test('files are joined as redocly bundle joins them', async () => {
  const spec = join(import.meta.dirname, '../../../spec');
  const output = join(temporaryDirectory(), 'openapi.json');
  const { code, err } = await run(join(redocly, 'bin/cli.js'), ['bundle', 'source', '--output', output], { cwd: spec });
  expect({ code, err }).toMatchObject({ code: 0 });
  expect(isDeepStrictEqual(load(spec).document, JSON.parse(readFileSync(output, 'utf8')))).toBe(true);
});
