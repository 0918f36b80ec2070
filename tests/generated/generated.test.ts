import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { sourceFiles } from '../support/repository.ts';
import { generated, headerOf } from './generated.ts';

test.each(generated)('%s names its generator and its source', (file) => {
  const [generator = '', source = ''] = headerOf(file);
  // The samples of the documentation stand where programs of others do.
  const own = file.startsWith('examples/') ? 'apps/docs/generate.ts' : file.replace(/\/(src|plan)\/.*/, '/generate.ts');
  expect(generator).toBe(own);
  expect([generator, source].filter((named) => named === '' || !existsSync(join(root, named)))).toEqual([]);
});

test('a file that says it is generated has .gen. in its name', () => {
  const others = sourceFiles().filter((file) => /\.([jt]s|md)$/.test(file) && !file.includes('.gen.'));
  expect(others.filter((file) => headerOf(file).length > 0)).toEqual([]);
});
