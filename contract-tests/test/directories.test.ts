import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const STEPS = ['history', 'plan', 'run', 'checks', 'judge', 'report', 'renderings'];
const source = join(import.meta.dirname, '../src');

test.each(STEPS)('src/%s imports only from itself, from earlier steps and from top-level files', (step) => {
  const files = readdirSync(join(source, step), { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.ts$/.test(name),
  );
  const imports = files.flatMap((name) =>
    Array.from(readFileSync(join(source, step, name), 'utf8').matchAll(/ from '(\..*)';/g), ([, path = '']) =>
      join(step, name, '..', path).split('/'),
    ),
  );
  const directories = imports.filter((path) => path.length > 1).map(([directory]) => directory);
  expect(imports).not.toEqual([]);
  expect(
    [...new Set(directories)].filter((name) => !STEPS.slice(0, STEPS.indexOf(step) + 1).includes(name ?? '')),
  ).toEqual([]);
});

test('the published package does not contain the self-test', () => {
  const compiled = globSync('dist/**/*.js', { cwd: join(source, '..') });
  expect(compiled).not.toEqual([]);
  expect(compiled.filter((file) => file.includes('self-test'))).toEqual([]);
});
