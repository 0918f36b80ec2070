import { cpSync, globSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root, run, temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';

test('compiling removes only the output of deleted sources', async () => {
  const copy = temporaryDirectory();
  const write = (file: string, text = '') => {
    mkdirSync(join(copy, dirname(file)), { recursive: true });
    writeFileSync(join(copy, file), text);
  };
  cpSync(join(root, 'scripts/compile.ts'), join(copy, 'scripts/compile.ts'));
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  write('tsconfig.json', '{ "files": ["empty.ts"], "compilerOptions": { "noEmit": true } }');
  write('empty.ts');
  const kept = [
    ...['src/kept.ts', 'dist/kept.d.ts', 'dist/kept.js', 'dist/compiled.js', 'dist/data.json'].map(
      (file) => `packages/one/${file}`,
    ),
    ...['probes/kept.ts', 'dist/probes/kept.d.ts', 'dist/probes/kept.js', 'self-test/service.ts'].map(
      (file) => `contract-tests/${file}`,
    ),
  ];
  const gone = ['packages/one/dist/gone', 'contract-tests/dist/probes/gone', 'contract-tests/dist/self-test/service'];
  for (const file of [...kept, ...gone.flatMap((name) => [`${name}.d.ts`, `${name}.js`])]) write(file);
  expect(await run(join(copy, 'scripts/compile.ts'))).toEqual({ code: 0, out: '', err: '' });
  expect(globSync('{packages,contract-tests}/**/*.{ts,js,json}', { cwd: copy }).sort()).toEqual(kept.sort());
});
