import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root, temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { workspacePackages } from '../support/repository.ts';
import { exportsOf, publicApi } from './exports.ts';

test('what the published packages export is the committed list; `vitest run public-api -u` writes it', async () => {
  const published = workspacePackages().filter(({ isPrivate }) => !isPrivate);
  const sections = published.map(({ name, directory }) =>
    [`## ${name}`, ...publicApi(join(root, directory))].join('\n'),
  );
  await expect(`${sections.join('\n\n')}\n`).toMatchFileSnapshot('exports.txt');
});

/** @returns the path of `index.d.ts` among these files */
function declarations(files: Record<string, string>): string {
  const directory = temporaryDirectory();
  for (const [name, text] of Object.entries({ 'package.json': '{}', ...files })) {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), text);
  }
  return join(directory, 'index.d.ts');
}

test('declarations, lists, aliases and whole modules count as exports', () => {
  const file = declarations({
    'index.d.ts': [
      'export interface A {}',
      'export declare const b: number;',
      "export { c, type D, E as F } from './more/other.js';",
      "export type { G } from 'elsewhere';",
      "export type * from './more/third.js';",
      "export type * as H from 'elsewhere';",
      'declare const hidden: string;',
    ].join('\n'),
    'more/other.d.ts': 'export declare function c(): void;\nexport type D = 1;\nexport interface E {}\n',
    'more/third.d.ts': 'export declare class I {}\n',
  });
  expect(exportsOf(file)).toEqual(['type A', 'type D', 'type F', 'type G', 'type H', 'type I', 'value b', 'value c']);
});
