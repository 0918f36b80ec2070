import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rules } from '../src/index.ts';

test('every rule that a file in src/rules exports is in the rule list', async () => {
  const directory = join(import.meta.dirname, '../src/rules');
  const files = globSync('{*,contract/*}.ts', { cwd: directory }).filter((file) => file !== 'index.ts');
  const modules = await Promise.all(files.map((file) => import(join(directory, file)) as Promise<object>));
  const exported = modules.flatMap((module) => Object.entries(module));
  const known = new Set<unknown>(rules.values());
  expect(exported.filter(([, rule]) => !known.has(rule)).map(([name]) => name)).toEqual([]);
  expect(exported.length).toBe(rules.size);
});
